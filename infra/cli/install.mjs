// Plain JavaScript for Node 18 and later, because this script runs before the dependencies and the pinned
// Node are installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * `npm start` and `npm test` run this script first. It installs missing dependencies, or prints in one line why it
 * cannot.
 */

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const lock = join(root, 'package-lock.json');
const modulesFolder = join(root, 'node_modules');
const lockHashFile = join(modulesFolder, '.installed-lock-hash');
const isWindows = process.platform === 'win32';

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
const hash = (file) => createHash('sha256').update(readFileSync(file)).digest('hex');

function fail(line) {
  console.error(line);
  process.exit(1);
}

/**
 * Compares npm's record of the installed packages with the lock file. Ignores optional packages, which npm
 * skips on other platforms.
 */
function modulesMatchLockFile() {
  const installedLockFile = join(modulesFolder, '.package-lock.json');
  if (!existsSync(installedLockFile)) return false;
  const lockedPackages = readJson(lock).packages ?? {};
  const installedPackages = readJson(installedLockFile).packages ?? {};
  return Object.entries(lockedPackages).every(([path, lockedPackage]) => {
    if (path === '' || lockedPackage.optional || lockedPackage.devOptional) return true;
    const installedPackage = installedPackages[path];
    return (
      installedPackage !== undefined &&
      installedPackage.version === lockedPackage.version &&
      installedPackage.integrity === lockedPackage.integrity
    );
  });
}

function isInstallationCurrent() {
  if (!existsSync(modulesFolder)) return false;
  if (!existsSync(lock)) return true;
  const lockHash = hash(lock);
  if (existsSync(lockHashFile) && readFileSync(lockHashFile, 'utf8') === lockHash) return true;
  if (!modulesMatchLockFile()) return false;
  writeFileSync(lockHashFile, lockHash);
  return true;
}

function npm(...args) {
  const options = ['--no-audit', '--no-fund', '--loglevel=error'];
  // A shell is needed on Windows, because npm is a batch file there.
  return (
    spawnSync('npm', [...args, ...options], { cwd: root, stdio: 'inherit', shell: isWindows }).status === 0
  );
}

function installPackages() {
  const npmCommand = existsSync(lock) ? 'ci' : 'install';
  console.log(`Installing the dependencies (npm ${npmCommand}); this happens once.`);
  if (!npm(npmCommand)) fail(`npm ${npmCommand} failed; what it said above tells why.`);
  if (existsSync(lock)) writeFileSync(lockHashFile, hash(lock));
}

const isOnPath = (program) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .some((folder) => existsSync(join(folder, isWindows ? `${program}.exe` : program)));

/**
 * Installs the database engine for this platform, because the lock file contains only the package for Linux on x64.
 */
function installDatabaseEngine() {
  if (process.env.DYNAMODB_ENDPOINT !== undefined || isOnPath('dynoxide')) return;
  const { optionalDependencies } = readJson(join(root, 'package.json'));
  const name = `@dynoxide/${process.platform}-${process.arch}`;
  if (optionalDependencies[name] !== undefined || existsSync(join(modulesFolder, name, 'package.json')))
    return;
  const enginePackage = `${name}@${optionalDependencies['@dynoxide/linux-x64']}`;
  console.log(`Installing the database engine of this platform (${enginePackage}); this happens once.`);
  // Ignore a failed installation here. The command that needs the database engine reports it.
  npm('install', '--no-save', '--no-package-lock', enginePackage);
}

/**
 * Checks that Node can run the TypeScript scripts: the pinned Node is installed, or the running major version
 * is high enough.
 */
function checkNodeVersion() {
  const { devDependencies } = readJson(join(root, 'package.json'));
  const pinnedNodeFile = join(modulesFolder, 'node', 'bin', isWindows ? 'node.exe' : 'node');
  if (
    existsSync(pinnedNodeFile) ||
    Number.parseInt(process.versions.node, 10) >= Number.parseInt(devDependencies.node, 10)
  )
    return;
  fail(`Node ${devDependencies.node} was not installed, as npm ran no install scripts: run npm rebuild node`);
}

if (!isInstallationCurrent()) installPackages();
installDatabaseEngine();
checkNodeVersion();
