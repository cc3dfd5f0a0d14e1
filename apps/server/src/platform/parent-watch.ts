import { Socket } from 'node:net';

/**
 * Calls `onGone` once when the launcher has ended, however it ended: `fd` is our end of a pipe whose
 * other end only the launcher holds, so its death shows as the end of the stream.
 * Does not keep this process alive by itself.
 */
export function watchParent(fd: number, onGone: () => void): void {
  let told = false;
  const gone = () => {
    if (told) return;
    told = true;
    onGone();
  };
  const pipe = new Socket({ fd, readable: true, writable: false });
  pipe.once('end', gone).once('error', gone).once('close', gone);
  pipe.resume();
  pipe.unref();
}
