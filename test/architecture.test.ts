import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { PROJECT_ROOT } from '../infra/root.ts';
import { JOBS } from '../shared/service/jobs.ts';
import { ROUTES } from '../shared/service/routes.ts';
import { codeOf, type Import, importsOf, sourceFiles } from './support/market/sources.ts';

/** The capabilities in the order of imports. Each may import those before it. */
const CAPABILITIES = [
  'platform',
  'chain',
  'access',
  'http',
  'strategies',
  'market',
  'wallets',
  'investments',
  'ingest',
  'accounts',
  'statistics',
  'notifications',
  'service',
] as const;

test('docs/architecture.md describes every capability', () => {
  const folders = readdirSync(join(PROJECT_ROOT, 'shared'));
  const text = readFileSync(join(PROJECT_ROOT, 'docs/architecture.md'), 'utf8');
  const missing = folders.filter((name) => !text.includes(`\n| \`${name}\` | `));
  expect(missing, 'Add a row for each to the table of capabilities in docs/architecture.md.').toEqual([]);
  expect(folders.toSorted()).toEqual([...CAPABILITIES].toSorted());
});

/** The layers of a capability, innermost first. A layer may import itself and those before it. */
const LAYERS = ['contract', 'domain', 'store', 'use case'] as const;
type Layer = (typeof LAYERS)[number];
/** The layer of each folder. `sources` counts as a store, because it reads data of another provider. */
const LAYER_BY_FOLDER: Readonly<Record<string, Layer>> = {
  contract: 'contract',
  domain: 'domain',
  store: 'store',
  sources: 'store',
};

/**
 * The folders of `shared/platform`, innermost first. A folder may import itself and those before it. An empty name
 * means the files directly in `shared/platform`.
 */
const PLATFORM_FOLDERS = ['contract', 'domain', '', 'documents', 'dynamodb', 'idempotency', 'audit'] as const;

/** The allowed imports of files outside the capabilities. */
const IMPORT_RULES_BY_PATH: Readonly<Record<string, (to: Place) => boolean>> = {
  // Each file is the handler of a Lambda function. It calls the use case of a capability.
  functions: (to) =>
    to.root === 'shared' &&
    (to.layer !== 'store' || to.capability === 'platform' || to.capability === 'ingest') &&
    to.layer !== 'domain',
  // The MCP server calls the functions of the endpoints.
  'functions/service/mcp.ts': (to) =>
    to.root === 'functions' || (to.root === 'shared' && to.layer !== 'store'),
  'functions/service/tools': (to) =>
    to.root === 'functions' || to.file === 'shared/service/mcp/own-summary.ts',
  // The deployed stack depends on the contract, the table keys, and the tables of routes and jobs.
  infra: (to) =>
    to.root === 'infra' ||
    to.layer === 'contract' ||
    INFRA_ALLOWED_IMPORTS.some((file) => to.file === file || to.file.startsWith(file)),
  // The local server and the operator commands may import everything except the handlers in `functions`.
  'infra/emulator': (to) => to.root !== 'functions',
  'infra/cli': (to) => to.root !== 'functions',
};

const INFRA_ALLOWED_IMPORTS = [
  'shared/access/gateway.ts',
  'shared/platform/config.ts',
  'shared/platform/documents/',
  'shared/platform/dynamodb/table.ts',
  'shared/platform/metrics.ts',
  'shared/service/',
];

interface Place {
  readonly file: string;
  readonly root: string;
  /** Empty outside the folder `shared`. */
  readonly capability: string;
  readonly folder: string;
  readonly layer: Layer | undefined;
}

function placeOf(file: string): Place {
  const [root = '', capability = '', first = '', ...rest] = file.split('/');
  if (root !== 'shared') return { file, root, capability: '', folder: '', layer: undefined };
  const folder = rest.length > 0 ? first : '';
  return { file, root, capability, folder, layer: LAYER_BY_FOLDER[folder] ?? 'use case' };
}

const rank = <T>(order: readonly T[], value: T) => order.indexOf(value);

/**
 * Folders of the investment use cases in the order of imports. Each may import those before it. Files outside the
 * folders combine them.
 */
const INVESTMENT_FOLDERS = ['vaults', 'reports', 'transactions', 'settlement'] as const;

/** Folders that no other folder imports. Of INVESTMENT_FOLDERS, they may import only `vaults` and `reports`. */
const INVESTMENT_JOB_FOLDERS = ['watcher', 'verify'] as const;

function mayImportFolder(from: Place, to: Place): boolean {
  const order: readonly string[] = INVESTMENT_FOLDERS;
  const jobs: readonly string[] = INVESTMENT_JOB_FOLDERS;
  if (from.capability !== 'investments' || from.folder === '' || from.folder === to.folder) return true;
  if (jobs.includes(to.folder)) return false;
  if (!order.includes(to.folder)) return true;
  const last = jobs.includes(from.folder) ? 'reports' : from.folder;
  return rank(order, to.folder) <= rank(order, last);
}

function mayImportWithinCapability(from: Place, to: Place): boolean {
  if (from.capability !== 'platform') {
    if (from.layer === undefined || to.layer === undefined) return false;
    return rank(LAYERS, to.layer) <= rank(LAYERS, from.layer) && mayImportFolder(from, to);
  }
  const order: readonly string[] = PLATFORM_FOLDERS;
  return rank(order, to.folder) <= rank(order, from.folder);
}

/**
 * Returns whether a file may import a file of an earlier capability. A contract or domain layer may import only
 * contract and domain layers. Other layers may import everything except stores. The stores of `platform` are allowed.
 */
function mayImportEarlierCapability(from: Place, to: Place): boolean {
  const isPure = to.layer === 'contract' || to.layer === 'domain';
  if (from.layer === 'contract' || from.layer === 'domain') return isPure;
  return to.layer !== 'store' || to.capability === 'platform';
}

function isAllowed(fromFile: string, toFile: string): boolean {
  const from = placeOf(fromFile);
  const to = placeOf(toFile);
  if (from.root !== 'shared') {
    const part = Object.keys(IMPORT_RULES_BY_PATH)
      .filter((start) => fromFile === start || fromFile.startsWith(`${start}/`))
      .sort((a, b) => b.length - a.length)[0];
    return IMPORT_RULES_BY_PATH[part ?? '']?.(to) ?? false;
  }
  if (to.root !== 'shared') return false;
  if (from.capability === to.capability) return mayImportWithinCapability(from, to);
  const order: readonly string[] = CAPABILITIES;
  return rank(order, to.capability) < rank(order, from.capability) && mayImportEarlierCapability(from, to);
}

/** Packages and Node modules that pure layers may import, because they only compute. */
const ALLOWED_PACKAGES_BY_LAYER: Readonly<Partial<Record<Layer, readonly string[]>>> = {
  contract: ['zod/mini', 'zod/v4/core'],
  domain: [
    'zod/mini',
    '@noble/hashes/sha3',
    '@noble/secp256k1',
    'node:buffer',
    'node:crypto',
    'node:net',
    'node:util',
    'node:zlib',
  ],
};

/**
 * Pattern of the files with texts, examples and responses of routes. The documentation needs these files, but functions
 * must not load them.
 */
const DOCUMENTATION_ONLY_PATTERN = /\/contract\/.*(responses|documentation|documented-route)\.ts$/;
const DOCUMENT_LOADER_PATTERN =
  /\/contract\/.*(responses|documentation|documented-route)\.ts$|^shared\/platform\/documents\/|^shared\/service\/routes\.ts$|^infra\//;

/** Patterns of clocks, randomness and I/O, which a domain function must not use. */
const IMPURITY_PATTERNS = {
  'the clock': /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\.(now|timeOrigin)\b|\bprocess\.hrtime\b/,
  'random values': /\bMath\.random\b|\b(randomBytes|randomUUID|randomInt|randomFill\w*|getRandomValues)\(/,
  'the environment': /\bprocess\.(env|argv|cwd|stdout|stderr)\b|\bglobalThis\b/,
  'the network': /\bfetch\(|\b(createConnection|connect|createServer)\(|\bnew (WebSocket|EventSource)\b/,
  timers: /\bset(Timeout|Interval|Immediate)\(/,
  'the console': /\bconsole\./,
} as const;

const FILES = sourceFiles('shared', 'functions', 'infra');
const IMPORTS = FILES.flatMap((file) => importsOf(file));

const arrow = ({ from, to }: Import) => `${from} -> ${to}`;

describe('imports between source files', () => {
  test('each source file imports only files that the rules for layers and capabilities allow', () => {
    const wrong = IMPORTS.filter(({ from, to, isFile }) => isFile && !isAllowed(from, to)).map(arrow);
    expect(wrong).toEqual([]);
  });

  test('contracts and domains import only npm packages that do pure computation', () => {
    const wrong = IMPORTS.filter(({ from, to, isFile }) => {
      const packages = ALLOWED_PACKAGES_BY_LAYER[placeOf(from).layer ?? 'use case'];
      return !isFile && packages !== undefined && !packages.includes(to);
    });
    expect(wrong.map(arrow)).toEqual([]);
  });

  test('no Lambda function imports a file that only the documentation needs', () => {
    const wrong = IMPORTS.filter(
      ({ from, to, typeOnly }) =>
        !typeOnly && DOCUMENTATION_ONLY_PATTERN.test(to) && !DOCUMENT_LOADER_PATTERN.test(from),
    );
    expect(wrong.map(arrow)).toEqual([]);
  });

  test('every import names an existing file, with its extension', () => {
    // The command line imports the SDK, which `FILES` does not contain.
    const files = new Set([...FILES, ...sourceFiles('clients/sdk/src')]);
    const wrong = IMPORTS.filter(({ to, isFile }) => isFile && to.endsWith('.ts') && !files.has(to));
    const importsWithoutExtension = IMPORTS.filter(
      ({ to, isFile }) => isFile && !/\.(ts|mjs|json)$/.test(to),
    );
    expect([...wrong, ...importsWithoutExtension].map(arrow)).toEqual([]);
  });

  test('the imports have no cycles', () => {
    const next = new Map<string, string[]>();
    for (const { from, to, isFile } of IMPORTS) {
      if (isFile) next.set(from, [...(next.get(from) ?? []), to]);
    }
    expect(FILES.flatMap((file) => findImportCycle(file, next))).toEqual([]);
  });
});

/** Returns the shortest chain of imports from a file back to itself as text. Empty if there is none. */
function findImportCycle(file: string, next: ReadonlyMap<string, readonly string[]>): string[] {
  const importerByFile = new Map<string, string>();
  const queue = [file];
  for (const at of queue) {
    for (const to of next.get(at) ?? []) {
      if (to === file) return [`${file} -> ... -> ${at} -> ${file}`];
      if (importerByFile.has(to)) continue;
      importerByFile.set(to, at);
      queue.push(to);
    }
  }
  return [];
}

describe('the purity of every domain file', () => {
  const domains = FILES.filter((file) => placeOf(file).layer === 'domain');

  test('the purity check is not empty: it covers the domain files of more than six capabilities', () => {
    expect(new Set(domains.map((file) => placeOf(file).capability)).size).toBeGreaterThan(6);
  });

  test.each(Object.entries(IMPURITY_PATTERNS))('no domain file uses %s', (_, pattern) => {
    expect(domains.filter((file) => pattern.test(codeOf(file)))).toEqual([]);
  });
});

describe('values that the standard library parses', () => {
  test('the result of JSON.parse has the type unknown, not any', () => {
    const parsed = JSON.parse('[{"a":1}]');
    expectTypeOf(parsed).toBeUnknown();
    const list = Array.isArray(parsed) ? parsed : [];
    expectTypeOf(list).toEqualTypeOf<unknown[]>();
    const [entry] = Object.entries(Object(list[0]));
    expectTypeOf(entry).toEqualTypeOf<[name: string, value: unknown] | undefined>();
    expect(entry).toEqual(['a', 1]);
  });
});

describe('the rules for imports between capabilities', () => {
  test('the list of capabilities has exactly the capabilities with source files', () => {
    expect(FILES.length).toBeGreaterThan(100);
    const found = new Set(FILES.map((file) => placeOf(file).capability).filter((name) => name !== ''));
    expect([...found].sort()).toEqual([...CAPABILITIES].sort());
  });

  test('the folders of functions and the ids of routes and jobs use the names of capabilities', () => {
    const folders = new Set(sourceFiles('functions').map((file) => file.split('/')[1]));
    const groups = new Set([...ROUTES, ...JOBS].map(({ id }) => id.split('.')[0]));
    const names: readonly (string | undefined)[] = CAPABILITIES;
    expect([...folders, ...groups].filter((name) => !names.includes(name))).toEqual([]);
  });

  test('the parser of imports recognizes every form of import', () => {
    const code = `import * as z from 'zod';
      import { a,
        type B } from './a.ts';
      import type { C } from '../c.ts';
      export { d } from './d.ts';
      export type { E } from './e.ts';
      export * from './f.ts';
      import './g.ts';
      const h = await import('./h.ts');`;
    const seen = importsOf('shared/domain/x.ts', code).map(({ to, typeOnly }) => [to, typeOnly]);
    expect(seen.sort()).toEqual([
      ['shared/c.ts', true],
      ['shared/domain/a.ts', false],
      ['shared/domain/d.ts', false],
      ['shared/domain/e.ts', true],
      ['shared/domain/f.ts', false],
      ['shared/domain/g.ts', false],
      ['shared/domain/h.ts', false],
      ['zod', false],
    ]);
  });

  test.each([
    ['shared/strategies/contract/x.ts', 'shared/strategies/domain/y.ts'],
    ['shared/strategies/domain/x.ts', 'shared/strategies/store/y.ts'],
    ['shared/investments/store/x.ts', 'shared/investments/y.ts'],
    ['shared/investments/vaults/x.ts', 'shared/investments/transactions/y.ts'],
    ['shared/investments/reports/x.ts', 'shared/investments/transactions/y.ts'],
    ['shared/investments/verify/x.ts', 'shared/investments/settlement/y.ts'],
    ['shared/investments/reports/x.ts', 'shared/investments/watcher/y.ts'],
    ['shared/strategies/x.ts', 'shared/market/y.ts'],
    ['shared/market/x.ts', 'shared/strategies/store/y.ts'],
    ['shared/market/domain/x.ts', 'shared/strategies/y.ts'],
    ['shared/platform/contract/x.ts', 'shared/platform/log.ts'],
    ['shared/platform/dynamodb/x.ts', 'shared/platform/idempotency/y.ts'],
    ['shared/market/x.ts', 'functions/market/y.ts'],
    ['functions/market/x.ts', 'shared/market/domain/y.ts'],
    ['functions/market/x.ts', 'shared/market/store/y.ts'],
    ['infra/stacks/x.ts', 'shared/market/y.ts'],
  ])('the rules forbid the file %s to import the file %s', (from, to) => {
    expect(isAllowed(from, to)).toBe(false);
  });

  test.each([
    ['shared/investments/settlement/x.ts', 'shared/investments/vaults/y.ts'],
    ['shared/investments/verify/x.ts', 'shared/investments/reports/y.ts'],
    ['shared/market/x.ts', 'shared/strategies/y.ts'],
    ['shared/market/domain/x.ts', 'shared/strategies/domain/y.ts'],
    ['shared/market/store/x.ts', 'shared/platform/dynamodb/y.ts'],
    ['functions/market/x.ts', 'shared/market/y.ts'],
    ['infra/cli/admin/x.ts', 'shared/accounts/y.ts'],
  ])('the rules allow the file %s to import the file %s', (from, to) => {
    expect(isAllowed(from, to)).toBe(true);
  });
});
