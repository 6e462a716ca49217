import { execFile } from 'node:child_process';
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { selectReplacedSources } from '../../infra/app.ts';
import { type Bundles, bundle, listLambdaEntryPoints } from '../../infra/bundle.ts';
import { toPascalCase } from '../../infra/constructs/names.ts';
import { toContextName } from '../../infra/context.ts';
import { settingsSchema } from '../../infra/settings.ts';
import { config } from '../../shared/platform/config.ts';
import { unknownPathRoute } from '../../shared/service/contract/unknown-path.ts';
import { INGEST_JOB_ID, JOBS } from '../../shared/service/jobs.ts';
import { MCP_TOOLS } from '../../shared/service/mcp/tools.ts';
import { ROUTES } from '../../shared/service/routes.ts';
import { at } from '../support/at.ts';
import { EVERY_OPTION, makeTemplate, propertiesOf, settingsOf } from './support/stack.ts';

/** Maximum size in bytes of a function's bundle. In the documentation, 1 kB means 1,000 bytes. */
const BYTES_MAX = 381_000;

/** Maximum size in bytes of a function's bundle together with one module that the function loads on demand. */
const BYTES_WITH_MODULE_MAX = 445_000;

/** The MCP function calls the functions of many endpoints, and loads each with its first call. */
const MCP = 'service.mcp';

/** The function for unknown paths gets only the settings that every function gets. */
const UNKNOWN_PATH_FUNCTION_ID = unknownPathRoute.id;

const entryPoints = listLambdaEntryPoints();
const directory = mkdtempSync(join(tmpdir(), 'yield-api-bundles-'));
let bundles: Bundles;
let exported: ReadonlyMap<string, string>;

/** The file of each route record, with the id of the route. */
const ROUTE_ID_BY_FILE: ReadonlyMap<string, string> = new Map(
  ROUTES.flatMap(({ id }) =>
    globSync(`shared/${id.replace('.', '/contract/**/')}.ts`).map((file) => [file, id] as const),
  ),
);

/** Deposits and withdrawals share one use case, which stores responses under the ids of both. */
const SIBLING_ROUTE_BY_ID: Readonly<Record<string, string>> = {
  'investments.deposit': 'investments.withdraw',
  'investments.withdraw': 'investments.deposit',
};

/** Returns the source files that a cold start of a function loads. */
function listColdStartFiles(id: string): string[] {
  const files = bundles.byId.get(id)?.files ?? [];
  return files.flatMap((path) => {
    const inputs = Object.entries(bundles.outputs[relative(join(directory, 'first'), path)]?.inputs ?? {});
    return inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([name]) => name);
  });
}

/** Returns the type of the `handler` export of each bundle when plain Node loads it, as Lambda does. */
async function loadAll(made: Bundles): Promise<ReadonlyMap<string, string>> {
  const script = `const found = [];
    for (const [id, url] of ${JSON.stringify([...made.byId.values()].map(({ id, code }) => [id, pathToFileURL(code).href]))}) {
      found.push([id, typeof (await import(url)).handler]);
    }
    console.log(JSON.stringify(found));`;
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script]);
  return new Map(z.array(z.tuple([z.string(), z.string()])).parse(JSON.parse(stdout)));
}

beforeAll(async () => {
  bundles = await bundle(entryPoints, join(directory, 'first'));
  exported = await loadAll(bundles);
}, 300_000);
afterAll(() => rmSync(directory, { recursive: true }));

/** Names of all settings that the code can read. */
const SETTING_NAMES = Object.keys(config);

/** Settings that no deployed function gets: the Lambda runtime sets one, and the others are only for local use. */
const NEVER_GRANTED_SETTINGS = new Set([
  'AWS_REGION',
  'DEPLOYMENT',
  'DYNAMODB_ENDPOINT',
  'DYNAMODB_ACCESS_KEY_ID',
  'DYNAMODB_TIMEOUT_MS',
]);

/**
 * Returns the settings that minified code reads, as a property or by destructuring. The declaration of a setting is a
 * call (`NAME:text(...)`), so it does not match.
 */
const findSettingsReadInCode = (code: string) =>
  SETTING_NAMES.filter((name) => new RegExp(`\\.${name}\\b|[{,]${name}(:[\\w$]+)?[,}=]`).test(code));

/** Returns the place in the code that declares the settings of a function, for error messages. */
function describeSettingsLocation(id: string): string {
  const [file] = [...ROUTE_ID_BY_FILE].find(([, each]) => each === id) ?? [];
  if (file !== undefined) return `lambda.settings of ${file}`;
  return JOBS.some((job) => job.id === id)
    ? 'settings of the job in shared/service/jobs.ts'
    : 'infra/constructs/api';
}

/**
 * Returns a function that returns the names of a deployed function's environment variables. The stage sets every
 * setting.
 */
function createGrantedSettingsReader(): (id: string) => readonly string[] {
  const names = SETTING_NAMES.map(toContextName).filter((name) => !(name in settingsSchema.shape));
  const references = Object.fromEntries(names.map((name) => [name, 'ssm:/yield/setting:1']));
  const functions = propertiesOf(
    makeTemplate({ jobs: JOBS, context: { ...EVERY_OPTION, ...references } }),
    'AWS::Lambda::Function',
  );
  return (id) =>
    Object.keys(
      z
        .record(z.string(), z.unknown())
        .parse(at(functions.get(`${toPascalCase(id)}Function`), 'Environment', 'Variables')),
    );
}

const isSampleMarketFile = (file: string) => file.startsWith('shared/ingest/sources/sample/');

test('only the bundle of the ingestion job contains the sample market', () => {
  const holding = Object.entries(bundles.outputs).filter(([, { inputs }]) =>
    Object.keys(inputs).some(isSampleMarketFile),
  );
  expect(new Set(holding.map(([path]) => path.split('/')[0]))).toEqual(new Set(['ingest-run']));
  expect(listColdStartFiles(INGEST_JOB_ID).filter(isSampleMarketFile)).toEqual([]);
});

const LIVE_STAGE_CONTEXT = {
  stage: 'prod',
  signInUri: 'https://app.example.com',
  alarmEmail: 'ops@example.com',
};

test.each([
  ['a test stage', { stage: 'dev' }, true],
  ['a test stage without optional capabilities', { stage: 'core' }, true],
  ['a live stage', LIVE_STAGE_CONTEXT, false],
  ['a live stage with marketSource=sample', { ...LIVE_STAGE_CONTEXT, marketSource: 'sample' }, true],
])(
  'for %s, the ingestion bundle contains the sample market only if the stage uses it',
  async (_, context, expected) => {
    const settings = settingsOf(context);
    const ingest = entryPoints.filter(({ id }) => id === INGEST_JOB_ID);
    const { outputs } = await bundle(ingest, join(directory, 'stage'), {
      replaced: selectReplacedSources(settings),
    });
    const files = Object.entries(outputs).filter(([path]) => path.endsWith('.mjs'));
    const sources = files.flatMap(([, { inputs }]) => Object.keys(inputs));
    expect(sources.some(isSampleMarketFile)).toBe(expected);
  },
);

describe.each(entryPoints.map(({ id }) => id))('the bundle of %s', (id) => {
  test('the bundle has less than 381 kB', () => {
    const made = bundles.byId.get(id);
    if (made === undefined) throw new Error(`${id} was not bundled`);
    const sizes = made.files.map((file) => readFileSync(file).byteLength);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(made.bytes);
    expect(made.bytes).toBeLessThan(BYTES_MAX);
    const parts = made.parts.flatMap(({ files }) => files);
    const known = new Set([...made.files, ...parts].map((file) => basename(file)));
    expect(known).toContain('index.mjs');
    expect(new Set(readdirSync(made.directory))).toEqual(known);
    expect(readFileSync(made.sourceMap, 'utf8')).toContain('"mappings"');
    for (const { bytes } of made.parts) expect(bytes).toBeLessThan(BYTES_WITH_MODULE_MAX);
  });

  test('the bundle contains no documentation texts, response schemas or other routes, and not the full zod library', () => {
    const loaded = listColdStartFiles(id);
    expect(loaded.filter((file) => file.includes('zod/v4/classic/'))).toEqual([]);
    expect(
      loaded.filter((file) => /contract\/.*(responses|documentation|documented-route)\.ts$/.test(file)),
    ).toEqual([]);
    const routes = loaded.flatMap((file) => ROUTE_ID_BY_FILE.get(file) ?? []);
    expect(routes.filter((each) => each !== id && each !== SIBLING_ROUTE_BY_ID[id])).toEqual([]);
  });

  test('the bundle can be loaded without node_modules and exports a handler function', () => {
    expect(exported.get(id)).toBe('function');
  });
});

test('the code of a group of MCP tools is loaded only when one of its tools is called', () => {
  const made = bundles.byId.get(MCP);
  expect(listColdStartFiles(MCP).filter((file) => ROUTE_ID_BY_FILE.has(file))).toEqual([]);
  const routesOf = (files: readonly string[]) => {
    const loaded = files.flatMap((path) =>
      Object.keys(bundles.outputs[relative(join(directory, 'first'), path)]?.inputs ?? {}),
    );
    return new Set(loaded.flatMap((name) => ROUTE_ID_BY_FILE.get(name) ?? []));
  };
  const groups = (made?.parts ?? []).map(({ files }) => routesOf(files)).filter(({ size }) => size > 0);
  for (const { name, route } of MCP_TOOLS)
    expect(groups.filter((group) => group.has(route.id)).length, name).toBe(1);
  expect(groups.flatMap((group) => [...group]).length).toBe(MCP_TOOLS.length);
});

test('each deployed function gets exactly the settings that its code reads', () => {
  const granted = createGrantedSettingsReader();
  const shared = new Set(granted(UNKNOWN_PATH_FUNCTION_ID));
  const problems = entryPoints.flatMap(({ id, file }) => {
    const made = bundles.byId.get(id);
    const files = [...(made?.files ?? []), ...(made?.parts ?? []).flatMap((part) => part.files)];
    const read = findSettingsReadInCode(
      [...new Set(files)].map((each) => readFileSync(each, 'utf8')).join('\n'),
    );
    const names = granted(id);
    return [
      ...read
        .filter((name) => !names.includes(name) && !NEVER_GRANTED_SETTINGS.has(name))
        .map(
          (name) =>
            `${file} reads ${name}, which its function does not get. Add it to ${describeSettingsLocation(id)}.`,
        ),
      ...names
        .filter((name) => !read.includes(name) && !shared.has(name))
        .map((name) => `${file} does not read ${name}. Remove it from ${describeSettingsLocation(id)}.`),
    ];
  });
  expect(problems).toEqual([]);
});

test('settingsReadBy finds settings that code reads by property or destructuring, but ignores declarations', () => {
  expect(
    findSettingsReadInCode('var s={SIGN_IN_URI:u(void 0),COST_SETTINGS:j()};f("CHAIN_SETTINGS")'),
  ).toEqual([]);
  expect(findSettingsReadInCode('let{SIGN_IN_URI:t,ADMIN_WALLET:n}=c;x(c.COST_SETTINGS)')).toEqual([
    'SIGN_IN_URI',
    'ADMIN_WALLET',
    'COST_SETTINGS',
  ]);
});

test('two bundles of the same sources have identical bytes, even in different output folders', async () => {
  const someEntryPoints = [...entryPoints.slice(0, 3), ...entryPoints.filter(({ id }) => id === MCP)];
  const again = await bundle(someEntryPoints, join(directory, 'elsewhere', 'second'));
  for (const [id, { directory: folder }] of again.byId) {
    const first = bundles.byId.get(id)?.directory ?? '';
    expect(readdirSync(folder)).toEqual(readdirSync(first));
    for (const name of readdirSync(folder))
      expect(readFileSync(join(folder, name)).equals(readFileSync(join(first, name))), name).toBe(true);
  }
});

test('every route record is in the file whose name is derived from the route id', () => {
  expect(ROUTE_ID_BY_FILE.size).toBe(ROUTES.length);
  const missing = [...ROUTE_ID_BY_FILE].filter(([file, id]) => !listColdStartFiles(id).includes(file));
  expect(missing).toEqual([]);
});

test('the bundler reports the entry point of every function', () => {
  const bundledFiles = new Set(Object.values(bundles.outputs).map(({ entryPoint }) => entryPoint));
  expect(entryPoints.filter(({ file }) => !bundledFiles.has(file))).toEqual([]);
});

test('the error about a missing handler file names the file and the route', async () => {
  const missing = [{ id: 'group.action', file: 'functions/group/action.ts' }];
  await expect(bundle(missing, directory)).rejects.toThrow(
    'Write functions/group/action.ts: the record group.action has no handler.',
  );
});
