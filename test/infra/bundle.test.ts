import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bundles, bundle, lambdaEntries } from '../../infra/bundle.ts';

/** kB as in the documentation: thousands of bytes. */
const BYTES_MAX = 450_000;

const entries = lambdaEntries();
const directory = mkdtempSync(join(tmpdir(), 'yield-api-bundles-'));
let bundles: Bundles;

beforeAll(async () => {
  bundles = await bundle(entries, join(directory, 'first'));
});
afterAll(() => rmSync(directory, { recursive: true }));

describe.each(entries.map(({ id }) => id))('%s', (id) => {
  test('is below 450 kB and alone in its folder', () => {
    const made = bundles.byId.get(id);
    if (made === undefined) throw new Error(`${id} was not bundled`);
    expect(readFileSync(made.code).byteLength).toBe(made.bytes);
    expect(made.bytes).toBeLessThan(BYTES_MAX);
    expect(readdirSync(made.directory)).toEqual(['index.mjs']);
    expect(readFileSync(made.sourceMap, 'utf8')).toContain('"mappings"');
  });

  test('loads by itself and exports a handler', async () => {
    const made = bundles.byId.get(id);
    if (made === undefined) throw new Error(`${id} was not bundled`);
    const loaded: unknown = await import(pathToFileURL(made.code).href);
    expect(loaded).toHaveProperty('handler', expect.any(Function));
  });
});

test('equal sources give equal bytes, wherever they are written', async () => {
  const again = await bundle(entries, join(directory, 'elsewhere', 'second'));
  for (const [id, { code }] of again.byId) {
    expect(readFileSync(code).equals(readFileSync(bundles.byId.get(id)?.code ?? ''))).toBe(true);
  }
});

test('the metafile says what every output is made of', () => {
  expect(Object.values(bundles.metafile.outputs).filter(({ entryPoint }) => entryPoint)).toHaveLength(
    entries.length,
  );
});

test('a missing handler is named with its route', async () => {
  const missing = [{ id: 'group.action', file: 'functions/group/action.ts' }];
  await expect(bundle(missing, directory)).rejects.toThrow(
    'Missing handler: functions/group/action.ts (group.action)',
  );
});
