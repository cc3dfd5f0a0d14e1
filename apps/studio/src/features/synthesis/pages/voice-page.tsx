import { useParams } from 'react-router';
import { VoiceScreen } from './voice-screen.tsx';

/** The voice screen (/voice/:productid/:fileid): give roles their voices, have the chapter spoken, listen, download. */
export function VoicePage() {
  const { productid = '', fileid = '' } = useParams();
  return <VoiceScreen key={fileid} novelId={productid} chapterId={fileid} />;
}
