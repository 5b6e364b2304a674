// Installs what a command needs and is missing, with Node's own modules only, so that a fresh clone
// needs nothing but Node: packages by npm, dist/ by tsc (--build), Chromium (--browser) and Firefox (--browsers) by apt.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const flags = new Set(process.argv.slice(2));
const say = (text) => flags.has('--quiet') || console.log(text);

function run(command, args) {
  // Set-up talks on standard error, so that `npm run -s bench -- NAME --json` prints JSON alone.
  const result = spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] });
  return result.status === 0;
}

function fail(text) {
  console.error(text);
  process.exit(1);
}

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  fail(
    `fracas needs Node 20.19 or newer; this is ${process.versions.node}. Install a newer Node and run the command again.`,
  );
}

const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
const stamp = join(root, 'node_modules/.fracas-lock');
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
  say('Installing packages…');
  // Versions are the lock file's. Not `npm ci`: it fails where a registry lacks an optional package of another
  // platform. No install scripts: none of our packages needs one.
  const quiet = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  if (!run('npm', ['install', ...quiet])) {
    fail('npm install failed. Check the connection to your npm registry and run the command again.');
  }
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, lock);
}

if (flags.has('--build')) {
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  if (!run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.json'])) {
    fail('The build failed; the lines above name the place.');
  }
  // The code of workers as text: see worker/start.ts.
  if (!run(process.execPath, [join(root, 'dist/scripts/finish.js')]))
    fail('The workers could not be bundled.');
}

if (flags.has('--browser') || flags.has('--browsers')) {
  const browsers = [
    [
      'chromium',
      'FRACAS_CHROMIUM',
      ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
    ],
    ['firefox-esr', 'FRACAS_FIREFOX', ['/usr/bin/firefox-esr', '/usr/bin/firefox']],
  ].slice(0, flags.has('--browsers') ? 2 : 1);
  const missing = browsers.filter(([, name, places]) => !process.env[name] && !places.some(existsSync));
  if (missing.length > 0) {
    const packages = missing.map(([name]) => name);
    const asked = `Install ${packages.join(' and ')} by hand, or set ${missing.map(([, name]) => name).join(' and ')} to a browser, and run the command again.`;
    const debian = existsSync('/usr/bin/apt-get');
    if (!debian || process.getuid?.() !== 0) fail(`This needs ${packages.join(' and ')}. ${asked}`);
    say(`Installing ${packages.join(' and ')}…`);
    const install = ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', ...packages];
    const ok =
      run('apt-get', ['update', '-qq']) && run('env', ['DEBIAN_FRONTEND=noninteractive', ...install]);
    if (!ok) fail(`apt-get could not install ${packages.join(' and ')}. ${asked}`);
  }
}
