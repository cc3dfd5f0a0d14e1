export { LoginPage } from './login-page.tsx';
export { OutboxPage } from './outbox-page.tsx';
