export { NotAllowedPage } from './not-allowed-page.tsx';
export { NotFoundPage } from './not-found-page.tsx';
