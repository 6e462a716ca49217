import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { UsageError } from '../usage-error.ts';
import { NO_REPOSITORY_MESSAGE, readOriginUrl } from './repository.ts';

const SDK_PACKAGE_FILE = 'clients/sdk/package.json';
const SDK_CHANGELOG_FILE = 'clients/sdk/CHANGELOG.md';
const RELEASE_CONSTANT_FILE = 'shared/platform/contract/versions/version-table.ts';

const packageSchema = z.looseObject({ version: z.string(), repository: z.optional(z.unknown()) });
const packageLockSchema = z.looseObject({
  version: z.string(),
  packages: z.looseObject({ '': packageSchema, 'clients/sdk': packageSchema }),
});

/**
 * Prepares the next release in the working tree: moves the fragments in `.changeset` into CHANGELOG.md, and sets the
 * version and the repository address.
 *
 * @param root folder of the tree, which is a git repository
 * @param today date such as `2026-01-31`
 * @param runGenerator rewrites the generated files; runs after the version has changed
 * @returns the new version, and a note for the user if the packages do not name their repository
 * @throws UsageError when there is no fragment; nothing is changed then
 */
export function prepareRelease(
  root: string,
  today: string,
  runGenerator: () => void,
): { readonly version: string; readonly note?: string } {
  const at = (file: string) => join(root, file);
  const changesetFragments = globSync('.changeset/*.md', { cwd: root }).filter(
    (file) => !file.endsWith('README.md'),
  );
  if (changesetFragments.length === 0) {
    throw new UsageError(
      'The folder .changeset describes no change, so there is nothing to release. Describe a change with npx changeset.',
    );
  }
  const { version: current } = packageSchema.parse(readJson(at(SDK_PACKAGE_FILE)));
  if (current.startsWith('0.'))
    for (const fragmentName of changesetFragments) lowerMajorToMinor(at(fragmentName));
  updateSdkVersion(root);
  const { version } = packageSchema.parse(readJson(at(SDK_PACKAGE_FILE)));
  moveSdkChangelog(at('CHANGELOG.md'), at(SDK_CHANGELOG_FILE), version, today);
  const url = readOriginUrl(root);
  const hasRepository = writePackage(at('package.json'), version, url === undefined ? undefined : { url });
  writePackage(
    at(SDK_PACKAGE_FILE),
    version,
    url === undefined ? undefined : { url, directory: dirname(SDK_PACKAGE_FILE) },
  );
  const lock = packageLockSchema.parse(readJson(at('package-lock.json')));
  lock.version = version;
  lock.packages[''].version = version;
  lock.packages['clients/sdk'].version = version;
  writeJson(at('package-lock.json'), lock);
  replaceInFile(at(RELEASE_CONSTANT_FILE), /(?<=export const RELEASE = ')[^']+(?=';)/, version);
  runGenerator();
  for (const documentFile of globSync('clients/openapi/v*.json', { cwd: root })) {
    if (/v\d+\.json$/.test(documentFile))
      copyFileSync(at(documentFile), at(documentFile.replace(/json$/, 'released.json')));
  }
  return hasRepository ? { version } : { version, note: NO_REPOSITORY_MESSAGE };
}

/**
 * Writes the version and the repository into a package.json. If `repository` is undefined, the file keeps its
 * repository. Returns whether the file names a repository after the change.
 */
function writePackage(
  file: string,
  version: string,
  repository: { readonly url: string; readonly directory?: string } | undefined,
): boolean {
  const previousPackage = packageSchema.parse(readJson(file));
  const repositoryField = repository === undefined ? {} : { repository: { type: 'git', ...repository } };
  writeJson(file, { ...previousPackage, version, ...repositoryField });
  return repository !== undefined || previousPackage.repository !== undefined;
}

/** Lowers a major change to a minor change, because a breaking change before 1.0.0 increases the minor version. */
function lowerMajorToMinor(fragmentFile: string): void {
  writeFileSync(fragmentFile, readFileSync(fragmentFile, 'utf8').replace(/^("[^"]+": )major$/m, '$1minor'));
}

/** Runs `changeset version`, which sets the SDK's version, writes its changelog and deletes the files in .changeset. */
function updateSdkVersion(root: string): void {
  const changesetsCliFile = join(import.meta.dirname, '../../../node_modules/@changesets/cli/bin.js');
  const { status, stdout, stderr } = spawnSync(process.execPath, [changesetsCliFile, 'version'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`changeset version failed:\n${stdout}${stderr}`);
}

function moveSdkChangelog(file: string, sdkChangelogFile: string, version: string, today: string): void {
  if (!existsSync(sdkChangelogFile))
    throw new Error(
      'No file in .changeset has the bump type patch, minor or major, so there is no new version. Run npx changeset, and choose one of these types.',
    );
  const [, ...sections] = readFileSync(sdkChangelogFile, 'utf8').split(/^## .*$/m);
  const changesText = sections
    .join('')
    .replaceAll(/^### .*$/gm, '')
    .trim()
    .replaceAll(/\n{2,}/g, '\n');
  rmSync(sdkChangelogFile);
  const versionSection = `## [Unreleased]\n\n## [${version}] - ${today}\n\nTag: \`v${version}\`\n\n${changesText}\n`;
  replaceInFile(file, /^## \[Unreleased\]\n/m, versionSection);
}

function replaceInFile(file: string, pattern: RegExp, text: string): void {
  const previousText = readFileSync(file, 'utf8');
  if (!pattern.test(previousText))
    throw new Error(
      `The command did not find where to write the new version in ${file}. Restore the file from git and run the command again.`,
    );
  writeFileSync(
    file,
    previousText.replace(pattern, () => text),
  );
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const writeJson = (file: string, value: unknown) =>
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
