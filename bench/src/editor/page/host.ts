/** The element that an editor is built into, empty. */
export function emptyHost(): HTMLElement {
  const host = document.getElementById('host');
  if (host === null) throw new Error('no host');
  host.replaceChildren();
  return host;
}
