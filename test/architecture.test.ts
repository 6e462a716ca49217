import { describe, expect, test } from 'vitest';
import { codeOf, type Import, importsOf, sourceFiles } from './support/sources.ts';

/**
 * Which parts of the code each part may import, by the start of the path; the longest match counts. Imports run one
 * way: contract <- domain, middleware <- repositories, sources <- services <- functions.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  'shared/contract/': ['shared/contract/'],
  'shared/config.ts': ['shared/contract/'],
  'shared/domain/': ['shared/contract/', 'shared/domain/'],
  'shared/middleware/': ['shared/contract/', 'shared/config.ts', 'shared/domain/', 'shared/middleware/'],
  'shared/repositories/': ['shared/contract/', 'shared/config.ts', 'shared/domain/', 'shared/repositories/'],
  'shared/sources/': ['shared/contract/', 'shared/config.ts', 'shared/domain/', 'shared/sources/'],
  'shared/services/': [
    'shared/contract/',
    'shared/config.ts',
    'shared/domain/',
    'shared/repositories/',
    'shared/sources/',
    'shared/services/',
  ],
  'functions/': [
    'shared/contract/',
    'shared/config.ts',
    'shared/middleware/',
    'shared/services/',
    'shared/repositories/client.ts',
  ],
  'infra/': ['shared/contract/', 'shared/repositories/table.ts', 'infra/'],
};

/** What runs the service itself outside Lambda, for whatever it is needed for. */
const THE_SERVICE = [
  'shared/config.ts',
  'shared/domain/',
  'shared/repositories/',
  'shared/services/',
  'shared/sources/',
];

/** What a file or folder may import beyond its part's rule, and why. */
const EXCEPTIONS: readonly { readonly from: string; readonly to: readonly string[]; readonly why: string }[] =
  [
    {
      from: 'shared/middleware/authenticate.ts',
      to: ['shared/repositories/'],
      why: 'authentication and the limiter are one update of the credential, made before any service runs',
    },
    {
      from: 'functions/jobs/',
      to: ['shared/sources/'],
      why: 'a job has no chain that would bring it its sources',
    },
    {
      from: 'infra/context.ts',
      to: ['shared/config.ts'],
      why: 'settings given at synthesis are checked by the rules that the functions check them by',
    },
    {
      from: 'infra/local/',
      to: THE_SERVICE,
      why: 'the local server fills its own table, as operators and jobs would',
    },
    {
      from: 'infra/admin/',
      to: THE_SERVICE,
      why: "the operators' command line runs services",
    },
    {
      from: 'infra/ingest.ts',
      to: THE_SERVICE,
      why: 'the ingestion from the command line runs the same service as the job',
    },
  ];

/** Parts whose types alone may be imported by another part. */
const TYPES_ONLY: Readonly<Record<string, readonly string[]>> = {
  'shared/services/': ['shared/middleware/'],
};

/** Packages and Node modules that the innermost parts may use: what computes, and nothing that reaches out. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  'shared/contract/': ['zod'],
  'shared/domain/': ['zod', 'viem/utils', 'node:buffer', 'node:crypto', 'node:net', 'node:util', 'node:zlib'],
};

/** What would give a domain function a clock, a die or a world of its own. */
const IMPURE = {
  'the clock': /\bDate\.now\b|\bnew Date\(\s*\)|\bperformance\.(now|timeOrigin)\b|\bprocess\.hrtime\b/,
  chance: /\bMath\.random\b|\b(randomBytes|randomUUID|randomInt|randomFill\w*|getRandomValues)\(/,
  'the environment': /\bprocess\.(env|argv|cwd|stdout|stderr)\b|\bglobalThis\b/,
  'the network': /\bfetch\(|\b(createConnection|connect|createServer)\(|\bnew (WebSocket|EventSource)\b/,
  timers: /\bset(Timeout|Interval|Immediate)\(/,
  'the console': /\bconsole\./,
} as const;

const FILES = sourceFiles('shared', 'functions', 'infra');
const IMPORTS = FILES.flatMap((file) => importsOf(file));

function ruleFor<T>(rules: Readonly<Record<string, T>>, file: string): T | undefined {
  const starts = Object.keys(rules).filter((start) => file.startsWith(start));
  const longest = starts.sort((a, b) => b.length - a.length)[0];
  return longest === undefined ? undefined : rules[longest];
}

function isAllowed({ from, to, typeOnly }: Import): boolean {
  const allowed = [
    ...(ruleFor(MAY_IMPORT, from) ?? []),
    ...(typeOnly ? (ruleFor(TYPES_ONLY, from) ?? []) : []),
    ...EXCEPTIONS.filter((exception) => from.startsWith(exception.from)).flatMap((exception) => exception.to),
  ];
  return allowed.some((start) => to.startsWith(start));
}

const arrow = ({ from, to }: Import) => `${from} -> ${to}`;

describe('imports', () => {
  test('run one way, from the outer parts to the inner ones', () => {
    const wrong = IMPORTS.filter((each) => each.isFile && !isAllowed(each)).map(arrow);
    expect(wrong).toEqual([]);
  });

  test('of packages in the contract and the domain are of those that only compute', () => {
    const wrong = IMPORTS.filter(({ from, to, isFile }) => {
      const packages = ruleFor(PACKAGES, from);
      return !isFile && packages !== undefined && !packages.includes(to);
    });
    expect(wrong.map(arrow)).toEqual([]);
  });

  test('name files that exist, with their extension', () => {
    const files = new Set(FILES);
    const wrong = IMPORTS.filter(({ to, isFile }) => isFile && to.endsWith('.ts') && !files.has(to));
    const bare = IMPORTS.filter(({ to, isFile }) => isFile && !/\.(ts|mjs|json)$/.test(to));
    expect([...wrong, ...bare].map(arrow)).toEqual([]);
  });

  test('never lead back to the file that they start from', () => {
    const next = new Map<string, string[]>();
    for (const { from, to, isFile, typeOnly } of IMPORTS) {
      if (isFile && !typeOnly) next.set(from, [...(next.get(from) ?? []), to]);
    }
    expect(FILES.flatMap((file) => cycleThrough(file, next))).toEqual([]);
  });
});

/** The shortest way of imports from a file back to itself, as text; empty where there is none. */
function cycleThrough(file: string, next: ReadonlyMap<string, readonly string[]>): string[] {
  const cameFrom = new Map<string, string>();
  const queue = [file];
  for (const at of queue) {
    for (const to of next.get(at) ?? []) {
      if (to === file) return [`${file} -> ... -> ${at} -> ${file}`];
      if (cameFrom.has(to)) continue;
      cameFrom.set(to, at);
      queue.push(to);
    }
  }
  return [];
}

describe('the domain', () => {
  test.each(Object.entries(IMPURE))('does not use %s', (_, pattern) => {
    const wrong = sourceFiles('shared/domain').filter((file) => pattern.test(codeOf(file)));
    expect(wrong).toEqual([]);
  });
});

describe('the rules themselves', () => {
  test('cover every source file', () => {
    expect(FILES.length).toBeGreaterThan(100);
    expect(FILES.filter((file) => ruleFor(MAY_IMPORT, file) === undefined)).toEqual([]);
  });

  test('see every form of import', () => {
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
    ['shared/contract/x.ts', 'shared/domain/y.ts'],
    ['shared/domain/x.ts', 'shared/repositories/y.ts'],
    ['shared/repositories/x.ts', 'shared/services/y.ts'],
    ['shared/services/x.ts', 'functions/y.ts'],
    ['shared/middleware/x.ts', 'shared/repositories/y.ts'],
    ['functions/x.ts', 'shared/domain/y.ts'],
    ['infra/stacks/x.ts', 'shared/services/y.ts'],
    ['shared/services/x.ts', 'shared/middleware/y.ts'],
  ])('refuse %s -> %s', (from, to) => {
    expect(isAllowed({ from, to, isFile: true, typeOnly: false })).toBe(false);
  });

  test('have no exception that nothing needs', () => {
    const unneeded = EXCEPTIONS.filter(({ from }) => !FILES.some((file) => file.startsWith(from)));
    expect(unneeded).toEqual([]);
  });
});
