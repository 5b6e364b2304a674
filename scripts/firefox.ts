// Debian's Firefox without a window, for the tests that play the same worlds in every engine. It opens one page, which
// tells its results to the server it came from: no driver is needed.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PLACES = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

/** The path of a Firefox on this machine: FRACAS_FIREFOX, or where Debian puts it. */
export function findFirefox(): string {
  const path = process.env.FRACAS_FIREFOX ?? PLACES.find((place) => existsSync(place));
  if (!path) {
    throw new Error(
      'No Firefox was found: install it (Debian: apt-get install firefox-esr) or set FRACAS_FIREFOX to its path.',
    );
  }
  return path;
}

/** No first-run pages, no traffic of its own, and scripts may take as long as they take. */
const PREFERENCES = {
  'app.update.enabled': false,
  'app.normandy.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.aboutwelcome.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'extensions.update.enabled': false,
  'services.settings.server': '',
  'browser.safebrowsing.downloads.remote.enabled': false,
  'dom.max_script_run_time': 0,
};

export interface Firefox {
  readonly process: ChildProcess;
  close(): Promise<void>;
}

/** Opens `url` in a Firefox with a profile of its own, which goes when it is closed. */
export function launchFirefox(url: string): Firefox {
  const profile = mkdtempSync(join(tmpdir(), 'fracas-firefox-'));
  const lines = Object.entries(PREFERENCES).map(
    ([key, value]) => `user_pref(${JSON.stringify(key)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const child = spawn(findFirefox(), ['--headless', '--no-remote', '--profile', profile, url], {
    stdio: 'ignore',
    env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: '1' },
  });
  const ended = new Promise<void>((done) => {
    child.once('exit', () => done());
    child.once('error', () => done());
  });
  return {
    process: child,
    async close() {
      child.kill();
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
