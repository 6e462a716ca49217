// Plain JavaScript for any Node from 20 on: it runs before the dependencies, and so the pinned Node, are there.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');
const lock = join(root, 'package-lock.json');
const modules = join(root, 'node_modules');
const stamp = join(modules, '.installed-lock-hash');

const hash = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** What npm noted of an installation, without the platform's skipped optional packages, against the lock file. */
function matchesLock() {
  const installedFile = join(modules, '.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const wanted = JSON.parse(readFileSync(lock, 'utf8')).packages ?? {};
  const installed = JSON.parse(readFileSync(installedFile, 'utf8')).packages ?? {};
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || entry.optional || entry.devOptional) return true;
    const found = installed[path];
    return found !== undefined && found.version === entry.version && found.integrity === entry.integrity;
  });
}

function isCurrent() {
  if (!existsSync(modules)) return false;
  if (!existsSync(lock)) return true;
  const wanted = hash(lock);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return true;
  if (!matchesLock()) return false;
  writeFileSync(stamp, wanted);
  return true;
}

if (!isCurrent()) {
  const command = existsSync(lock) ? 'ci' : 'install';
  console.log(`Installing the dependencies (npm ${command}); this happens once.`);
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { status, error } = spawnSync(npm, [command, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (error !== undefined || status !== 0) {
    console.error(`npm ${command} failed${error === undefined ? '' : `: ${error.message}`}.`);
    process.exit(1);
  }
  if (existsSync(lock)) writeFileSync(stamp, hash(lock));
}
