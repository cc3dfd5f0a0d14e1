export { AutoMarkingPage } from './auto-marking-page.tsx';
