import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { hasUnsaved } from '../lib/unsaved.ts';
import '../ui/page-frame.css';
import { nextStep, runningVersion, servedVersion } from './version.ts';

const reloadedKey = 'huaben.reloaded-for';

/** Looks for a newer build after each change of page; reloads when nothing is lost by it, else says so. */
export function VersionBar() {
  const { pathname } = useLocation();
  const [waiting, setWaiting] = useState(false);
  useEffect(() => {
    const running = runningVersion();
    if (running === null) return;
    const stop = new AbortController();
    void servedVersion(stop.signal).then((served) => {
      const step = nextStep({
        running,
        served,
        unsaved: hasUnsaved(),
        reloadedFor: sessionStorage.getItem(reloadedKey),
      });
      if (step === 'reload' && served) {
        sessionStorage.setItem(reloadedKey, served);
        location.reload();
      }
      setWaiting(step === 'tell');
    });
    return () => stop.abort();
  }, [pathname]);
  if (!waiting) return null;
  return (
    <div className="bar version-bar" role="status">
      <span>有新版本。保存好正在编辑的内容后刷新即可更新。</span>
      <Button size="small" onClick={() => location.reload()}>
        刷新
      </Button>
    </div>
  );
}
