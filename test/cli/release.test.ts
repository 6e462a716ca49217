import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { prepareRelease } from '../../infra/cli/release/release.ts';
import { NO_REPOSITORY_MESSAGE } from '../../infra/cli/release/repository.ts';
import { PROJECT_ROOT } from '../../infra/root.ts';
import { RELEASE } from '../../shared/platform/contract/versions/version-table.ts';

const COPIED_FILES = [
  'package.json',
  'package-lock.json',
  'CHANGELOG.md',
  '.changeset/config.json',
  '.changeset/changelog.cjs',
  '.changeset/README.md',
  'clients/sdk/package.json',
  'clients/openapi/v1.json',
  'clients/openapi/v1.released.json',
  'shared/platform/contract/versions/version-table.ts',
];

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'release-'));
  for (const file of COPIED_FILES) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    cpSync(join(PROJECT_ROOT, file), join(root, file));
  }
  spawnSync('git', ['init', '-q'], { cwd: root });
});
afterEach(() => rmSync(root, { recursive: true }));

const [major, minor] = RELEASE.split('.');
const next = `${major}.${Number(minor) + 1}.0`;

const text = (file: string) => readFileSync(join(root, file), 'utf8');
const fragment = (name: string, kind: string, summary: string) =>
  writeFileSync(join(root, `.changeset/${name}.md`), `---\n"yield-api-client": ${kind}\n---\n\n${summary}\n`);
const generate = () => writeFileSync(join(root, 'clients/openapi/v1.json'), '{"generated":true}\n');

test('a release raises the versions of all packages together', () => {
  fragment('one', 'minor', 'Events can be filtered by type.');
  fragment('two', 'patch', 'A refused nonce is named in the error.');

  expect(prepareRelease(root, '2026-01-31', generate).version).toBe(next);

  for (const file of ['package.json', 'clients/sdk/package.json'])
    expect(text(file)).toContain(`"version": "${next}"`);
  expect(text('package-lock.json').split(`"version": "${next}"`).length).toBeGreaterThan(3);
  expect(text('shared/platform/contract/versions/version-table.ts')).toContain(
    `export const RELEASE = '${next}';`,
  );
  expect(text('clients/openapi/v1.released.json')).toBe('{"generated":true}\n');
  const changelog = text('CHANGELOG.md');
  expect(changelog).toContain(`## [Unreleased]\n\n## [${next}] - 2026-01-31\n\nTag: \`v${next}\`\n\n`);
  expect(changelog).toContain(
    '\n- Events can be filtered by type.\n- A refused nonce is named in the error.\n',
  );
  expect(
    ['.changeset/one.md', 'clients/sdk/CHANGELOG.md'].filter((file) => existsSync(join(root, file))),
  ).toEqual([]);
});

test('before version 1.0.0, a release with a breaking change raises the minor version', () => {
  const client = join(root, 'clients/sdk/package.json');
  const released = readFileSync(client, 'utf8').replace(/"version": "[^"]+"/, '"version": "0.3.7"');
  writeFileSync(client, released);
  fragment('one', 'major', 'Lists have a cursor.');
  expect(prepareRelease(root, '2026-01-31', generate).version).toBe('0.4.0');
});

const readPackage = (file: string) => z.record(z.string(), z.unknown()).parse(JSON.parse(text(file)));
const repositoryOf = (file: string) => readPackage(file).repository;
const addOrigin = (address: string) => spawnSync('git', ['remote', 'add', 'origin', address], { cwd: root });

test('a release writes the git remote without its credential into package.json and clients/sdk/package.json', () => {
  addOrigin('https://someone:secret-token@git.example.com/owner/name');
  fragment('one', 'minor', 'Events can be filtered by type.');

  expect(prepareRelease(root, '2026-01-31', generate)).toEqual({ version: next });

  const repository = { type: 'git', url: 'git+https://git.example.com/owner/name.git' };
  expect(repositoryOf('package.json')).toEqual(repository);
  expect(repositoryOf('clients/sdk/package.json')).toEqual({ ...repository, directory: 'clients/sdk' });
  expect(COPIED_FILES.filter((file) => text(file).includes('secret-token'))).toEqual([]);
});

test.each([[undefined], ['/srv/git/name.git']])(
  'a release without a public git remote (%s) does not change the repository address in the packages',
  (address) => {
    if (address !== undefined) addOrigin(address);
    fragment('one', 'minor', 'Events can be filtered by type.');
    expect(prepareRelease(root, '2026-01-31', generate)).toEqual({
      version: next,
      note: NO_REPOSITORY_MESSAGE,
    });
    expect([repositoryOf('package.json'), repositoryOf('clients/sdk/package.json')]).toEqual([
      undefined,
      undefined,
    ]);

    const repository = { type: 'git', url: 'git+https://git.example.com/owner/name.git' };
    writeFileSync(join(root, 'package.json'), JSON.stringify({ ...readPackage('package.json'), repository }));
    fragment('two', 'patch', 'A refused nonce is named in the error.');
    expect(prepareRelease(root, '2026-02-28', generate)).not.toHaveProperty('note');
    expect(repositoryOf('package.json')).toEqual(repository);
  },
);

test('a release without a changeset fragment is rejected and changes nothing', () => {
  const before = COPIED_FILES.map(text);
  expect(() => prepareRelease(root, '2026-01-31', generate)).toThrow(
    'The folder .changeset describes no change',
  );
  expect(COPIED_FILES.map(text)).toEqual(before);
});
