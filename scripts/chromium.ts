// Debian's Chromium, driven by playwright-core: for the browser tests and for figures.

import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The path of a Chromium on this machine: FRACAS_CHROMIUM, or where Debian puts it. */
export function findChromium(): string {
  const path = process.env.FRACAS_CHROMIUM ?? PLACES.find((place) => existsSync(place));
  if (!path) {
    throw new Error(
      'No Chromium was found: install it (Debian: apt-get install chromium) or set FRACAS_CHROMIUM to its path.',
    );
  }
  return path;
}

/** Starts Chromium without a window, with WebGL in software, and without its own background traffic. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium(),
    timeout: 180_000, // the machine may be busy
    args: [
      '--no-sandbox',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--ignore-gpu-blocklist',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
}
