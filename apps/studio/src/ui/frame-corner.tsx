import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';

const CornerContext = createContext<ReactNode>(null);

/** Gives every {@link PageFrame} below it the right end of its top bar: theme, user. */
export function FrameCornerProvider({ corner, children }: { corner: ReactNode; children: ReactNode }) {
  return <CornerContext value={corner}>{children}</CornerContext>;
}

/** The right end of the top bar. */
export const FrameCorner = () => <>{useContext(CornerContext)}</>;
