export { VoicePage } from './pages/voice-page.tsx';
