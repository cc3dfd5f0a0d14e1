export { ExportDrawer } from './components/export-drawer.tsx';
