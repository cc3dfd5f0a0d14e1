export { ChaptersPage } from './chapters-page.tsx';
export { RecentPage } from './recent-page.tsx';
