import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bundles, bundle, lambdaEntries } from '../../infra/bundle.ts';
import { ROUTES } from '../../shared/service/routes.ts';

/** kB as in the documentation: thousands of bytes. */
const BYTES_MAX = 360_000;

/** Calls the functions of many endpoints, and carries a library for its protocol, which brings classic zod along. */
const MCP = 'service.mcp';
const MCP_BYTES_MAX = 770_000;

const entries = lambdaEntries();
const directory = mkdtempSync(join(tmpdir(), 'yield-api-bundles-'));
let bundles: Bundles;
let exported: ReadonlyMap<string, string>;

/** The file of each route's record, and the route's id. */
const ROUTE_FILES: ReadonlyMap<string, string> = new Map(
  ROUTES.flatMap(({ id }) =>
    globSync(`shared/${id.replace('.', '/contract/**/')}.ts`).map((file) => [file, id] as const),
  ),
);

/** Deposits and withdrawals go through one use case, which keeps answers under the ids of both. */
const SHARED_ROUTES: Readonly<Record<string, string>> = {
  'investments.deposit': 'investments.withdraw',
  'investments.withdraw': 'investments.deposit',
};

/** The source files that a bundle holds something of. */
function loadedBy(id: string): string[] {
  const file = entries.find((entry) => entry.id === id)?.file;
  const output = Object.values(bundles.metafile.outputs).find(({ entryPoint }) => entryPoint === file);
  const inputs = Object.entries(output?.inputs ?? {});
  return inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([name]) => name);
}

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

describe.each(entries.map(({ id }) => id).filter((id) => id !== MCP))('%s', (id) => {
  test('is below 360 kB and alone in its folder', () => {
    const made = bundles.byId.get(id);
    if (made === undefined) throw new Error(`${id} was not bundled`);
    expect(readFileSync(made.code).byteLength).toBe(made.bytes);
    expect(made.bytes).toBeLessThan(BYTES_MAX);
    expect(readdirSync(made.directory)).toEqual(['index.mjs']);
    expect(readFileSync(made.sourceMap, 'utf8')).toContain('"mappings"');
  });

  test('loads zod/mini alone, and of the routes its own alone, without its texts and responses', () => {
    const loaded = loadedBy(id);
    expect(loaded.filter((file) => file.includes('zod/v4/classic/'))).toEqual([]);
    expect(
      loaded.filter((file) => /contract\/.*(responses|documentation|documented-route)\.ts$/.test(file)),
    ).toEqual([]);
    const routes = loaded.flatMap((file) => ROUTE_FILES.get(file) ?? []);
    expect(routes.filter((each) => each !== id && each !== SHARED_ROUTES[id])).toEqual([]);
  });

  test('loads by itself and exports a handler', () => {
    expect(exported.get(id)).toBe('function');
  });
});

test('the one function with the library for MCP is below 770 kB, without texts and responses', () => {
  expect(bundles.byId.get(MCP)?.bytes).toBeLessThan(MCP_BYTES_MAX);
  const loaded = loadedBy(MCP);
  expect(loaded.filter((file) => file.includes('@modelcontextprotocol/'))).not.toEqual([]);
  expect(
    loaded.filter((file) => /contract\/.*(responses|documentation|documented-route)\.ts$/.test(file)),
  ).toEqual([]);
  expect(exported.get(MCP)).toBe('function');
  const others = entries.filter(({ id }) => id !== MCP).flatMap(({ id }) => loadedBy(id));
  expect(others.filter((file) => file.includes('@modelcontextprotocol/'))).toEqual([]);
});

test('equal sources give equal bytes, wherever they are written', async () => {
  const again = await bundle(entries.slice(0, 3), join(directory, 'elsewhere', 'second'));
  for (const [id, { code }] of again.byId) {
    expect(readFileSync(code).equals(readFileSync(bundles.byId.get(id)?.code ?? ''))).toBe(true);
  }
});

test('every route has its record in the file that its id names', () => {
  expect(ROUTE_FILES.size).toBe(ROUTES.length);
  const missing = [...ROUTE_FILES].filter(([file, id]) => !loadedBy(id).includes(file));
  expect(missing).toEqual([]);
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
