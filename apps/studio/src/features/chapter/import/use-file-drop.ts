import { useEffect, useRef, useState } from 'react';
import { toast } from '../../../ui/index.ts';

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/**
 * Takes a file dropped anywhere on the window; true while one hovers. While `enabled` is false a dropped
 * file does nothing, above all it does not replace the page.
 */
export function useFileDrop(enabled: boolean, onFile: (file: File) => void): boolean {
  const [hovering, setHovering] = useState(false);
  const latest = useRef({ enabled, onFile });
  useEffect(() => {
    latest.current = { enabled, onFile };
  });
  useEffect(() => {
    // Each element under the pointer reports entering and leaving; zero means outside the window.
    let depth = 0;
    const stop = new AbortController();
    const on = (name: 'dragenter' | 'dragleave' | 'dragover' | 'drop', act: (event: DragEvent) => void) =>
      window.addEventListener(
        name,
        (event) => {
          if (!carriesFiles(event)) return;
          event.preventDefault();
          act(event);
        },
        { signal: stop.signal },
      );
    on('dragenter', () => {
      depth += 1;
      setHovering(latest.current.enabled);
    });
    on('dragleave', () => {
      depth = Math.max(0, depth - 1);
      if (depth === 0) setHovering(false);
    });
    on('dragover', (event) => {
      if (event.dataTransfer) event.dataTransfer.dropEffect = latest.current.enabled ? 'copy' : 'none';
    });
    on('drop', (event) => {
      depth = 0;
      setHovering(false);
      if (!latest.current.enabled) return;
      const files = [...(event.dataTransfer?.files ?? [])];
      const [file] = files;
      if (files.length > 1) toast.warning('一次导入一个文件，请分别拖入');
      else if (file) latest.current.onFile(file);
    });
    return () => stop.abort();
  }, []);
  return hovering;
}
