// Opens an address in the browser of whoever sits before this machine.

import { spawn } from 'node:child_process';

/** The command that opens an address here; null where there is no screen. */
export function findOpener(): string[] | null {
  if (process.platform === 'darwin') return ['open'];
  if (process.platform === 'win32') return ['cmd', '/c', 'start', ''];
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  return DISPLAY || WAYLAND_DISPLAY ? ['xdg-open'] : null;
}

/** Opens an address; false where that cannot be. */
export function openAddress(address: string): boolean {
  const opener = findOpener();
  if (opener === null) return false;
  const child = spawn(opener[0], [...opener.slice(1), address], { stdio: 'ignore', detached: true });
  child.on('error', () => console.log('Open it in your browser.'));
  child.unref();
  return true;
}
