import type { TestProject } from 'vitest/node';
import { startProduct } from './running-product.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the running product. */
    origin: string;
    /** Its data folder, where the embedded database is found. */
    dataDir: string;
  }
}

/** Starts the product once for all journeys; each makes its own people and novels. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const product = await startProduct();
  project.provide('origin', product.origin);
  project.provide('dataDir', product.dataDir);
  return () => product.stop();
}
