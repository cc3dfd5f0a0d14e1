import { Button } from 'antd';
import type { ReactNode } from 'react';

/** The text of an undoable step with its button. */
export const undoContent = (text: string, undo: () => void): ReactNode => (
  <>
    {text}
    <Button type="link" size="small" onClick={undo}>
      撤销
    </Button>
  </>
);
