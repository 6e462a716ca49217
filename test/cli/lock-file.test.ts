import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { PROJECT_ROOT } from '../../infra/root.ts';

const { packages } = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        version: z.optional(z.string()),
        integrity: z.optional(z.string()),
        resolved: z.optional(z.string()),
        link: z.optional(z.boolean()),
        inBundle: z.optional(z.boolean()),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(join(PROJECT_ROOT, 'package-lock.json'), 'utf8')));

/** Packages that npm downloads. A linked package is a local folder, and a bundled one is part of another package. */
const downloaded = Object.entries(packages).filter(
  ([path, { link, inBundle }]) => path.includes('node_modules/') && link !== true && inBundle !== true,
);

test('every package in package-lock.json has a hash', () => {
  const packagesWithoutHash = downloaded.filter(([, { integrity }]) => integrity === undefined);
  expect(packagesWithoutHash.map(([path]) => path)).toEqual([]);
});

test('the hashes in package-lock.json are SHA-512', () => {
  const weakHashes = downloaded.filter(([, { integrity = 'sha512-' }]) => !integrity.startsWith('sha512-'));
  expect(weakHashes.map(([path]) => path)).toEqual([]);
});

test('package-lock.json contains no download URL (field resolved) for any package', () => {
  expect(downloaded.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

test('package-lock.json contains the anvil packages of the local chains for every supported platform', () => {
  const platforms = ['darwin-amd64', 'darwin-arm64', 'linux-amd64', 'linux-arm64', 'win32-amd64'];
  const versions = platforms.map(
    (platform) => packages[`node_modules/@foundry-rs/anvil-${platform}`]?.version,
  );
  expect(versions[0]).toMatch(/^\d+\.\d+\.\d+$/);
  expect(new Set(versions).size).toBe(1);
});
