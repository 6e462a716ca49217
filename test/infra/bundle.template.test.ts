import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bundles, bundle, lambdaEntries } from '../../infra/bundle.ts';

/** kB as in the documentation: thousands of bytes. */
const BYTES_MAX = 450_000;

const entries = lambdaEntries();
const directory = mkdtempSync(join(tmpdir(), 'yield-api-bundles-'));
let bundles: Bundles;
let exported: ReadonlyMap<string, string>;

/** What each bundle exports as `handler` when plain Node loads it, as Lambda does. */
async function loadAll(made: Bundles): Promise<ReadonlyMap<string, string>> {
  const script = `const found = [];
    for (const [id, url] of ${JSON.stringify([...made.byId.values()].map(({ id, code }) => [id, pathToFileURL(code).href]))}) {
      found.push([id, typeof (await import(url)).handler]);
    }
    console.log(JSON.stringify(found));`;
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script]);
  return new Map(JSON.parse(stdout));
}

beforeAll(async () => {
  bundles = await bundle(entries, join(directory, 'first'));
  exported = await loadAll(bundles);
}, 300_000);
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

  test('loads by itself and exports a handler', () => {
    expect(exported.get(id)).toBe('function');
  });
});

test('equal sources give equal bytes, wherever they are written', async () => {
  const again = await bundle(entries.slice(0, 3), join(directory, 'elsewhere', 'second'));
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
