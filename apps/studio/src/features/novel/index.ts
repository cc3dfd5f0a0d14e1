export { BinPage } from './bin-page.tsx';
export { NovelsPage } from './novels-page.tsx';
