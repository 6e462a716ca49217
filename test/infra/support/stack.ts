import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import * as z from 'zod';
import { AUTHORIZER_ENTRY_POINT } from '../../../infra/bundle.ts';
import type { Bundle } from '../../../infra/bundling/output.ts';
import { ITEM_NAMES_BY_FUNCTION } from '../../../infra/constructs/functions/items.ts';
import { readDefaultContext, readSettings, type Settings } from '../../../infra/context.ts';
import { type WrittenSite, writeSite } from '../../../infra/dashboard/write.ts';
import { YieldApiStack } from '../../../infra/stacks/yield-api.ts';
import { GATEWAY_PLANS_SETTING } from '../../../shared/access/gateway.ts';
import type { Route } from '../../../shared/platform/contract/route.ts';
import { API_VERSIONS } from '../../../shared/platform/contract/versions/version-table.ts';
import type { ApiVersion } from '../../../shared/platform/contract/versions/versions.ts';
import { mcpRoute } from '../../../shared/service/contract/mcp.ts';
import { unknownPathRoute } from '../../../shared/service/contract/unknown-path.ts';
import type { Job } from '../../../shared/service/jobs.ts';
import { ROUTES } from '../../../shared/service/routes.ts';
import { STACKS_FOLDER_VARIABLE } from './stacks-folder.ts';

/** One job of each type, so that the tests do not depend on which jobs exist. */
export const SAMPLE_JOBS: readonly Job[] = [
  {
    id: 'ingest.run',
    summary: 'Reads the market',
    trigger: { kind: 'schedule', everyMinutes: 60, onDeployment: true },
    table: 'write',
    memoryMb: 1024,
    timeoutSeconds: 300,
  },
  {
    id: 'accounts.gateway-keys',
    summary: 'Makes gateway keys',
    trigger: { kind: 'stream', batchSize: 10, keyPrefixes: ['CRED#'] },
    table: 'write',
    memoryMb: 256,
    timeoutSeconds: 60,
    settings: [GATEWAY_PLANS_SETTING],
    permissions: 'gateway-keys',
  },
  {
    id: 'statistics.count',
    summary: 'Counts',
    trigger: { kind: 'stream', batchSize: 100 },
    table: 'write',
    sendsMessages: true,
    memoryMb: 256,
    timeoutSeconds: 60,
  },
  {
    id: 'notifications.deliver',
    summary: 'Delivers',
    trigger: { kind: 'queue', batchSize: 10, maxConcurrency: 50 },
    table: 'write',
    writes: ['webhook', 'delivery'],
    memoryMb: 256,
    timeoutSeconds: 60,
  },
];

/**
 * A few routes, for tests of settings that do not depend on the routes or that apply to all routes equally. With few
 * routes, the synthesis is much faster.
 */
export const FEW_ROUTES: readonly Route[] = ROUTES.filter(({ id }) =>
  ['service.health', 'wallets.balances', 'investments.deposit'].includes(id),
);

const SECRET_VERSION = '01234567-89ab-cdef-0123-456789abcdef';

/** A stage that sets every option. */
export const EVERY_OPTION = {
  domain: {
    name: 'api.example.com',
    certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/a',
    originName: 'origin.example.com',
    originCertificateArn: 'arn:aws:acm:eu-central-1:123456789012:certificate/b',
    webAclArn: 'arn:aws:wafv2:us-east-1:123456789012:global/webacl/a/b',
  },
  waf: true,
  originSecret: `secretsmanager:yield-origin:SecretString:::${SECRET_VERSION}`,
  originSecretPrevious: 'ssm:/yield/origin:1',
  alarmEmail: 'ops@example.com',
  monthlyBudgetUsd: 500,
  tracing: true,
  alarmTopicArn: 'arn:aws:sns:eu-central-1:123456789012:pager',
  reservedConcurrency: { authorizer: 50, job: 5 },
  retainData: false,
  terminationProtection: true,
  corsOrigins: 'https://app.example.com,https://admin.example.com',
  signInUri: 'https://api.example.com/login',
  chainSettings: 'ssm:/yield/chains:1',
  enterprise: Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [
      `customer-${index}`,
      { requestsPerMinute: 60_000, burst: 10_000 },
    ]),
  ),
};

/**
 * Folder for the CDK output of this test worker. The global setup (`stacks-folder.ts`) deletes it after all template
 * tests.
 */
const workerFolder = mkdtempSync(join(process.env[STACKS_FOLDER_VARIABLE] ?? tmpdir(), 'worker-'));

/** Returns the settings that the CDK app reads from a context. */
export function settingsOf(context: Readonly<Record<string, unknown>>): Settings {
  const outdir = mkdtempSync(join(workerFolder, 'settings-'));
  return readSettings(new App({ outdir, context, analyticsReporting: false }).node);
}

function stubBundles(directory: string, ids: readonly string[]): ReadonlyMap<string, Bundle> {
  const bundles = new Map<string, Bundle>();
  for (const id of ids) {
    const folder = join(directory, id.replaceAll('.', '-'));
    const code = join(folder, 'index.mjs');
    mkdirSync(folder);
    writeFileSync(code, `export const handler = '${id}';\n`);
    const entry = { id, file: `${id}.ts`, directory: folder, code, sourceMap: `${code}.map` };
    bundles.set(id, { ...entry, files: [code], bytes: 0, parts: [] });
  }
  return bundles;
}

function createStubSite(directory: string): WrittenSite {
  const contents = Buffer.from('page');
  const file = { contents, contentType: 'text/html' };
  const files = [
    { ...file, path: '/index.html', isImmutable: false },
    { ...file, path: '/assets/main-ABCDEFGH.js', isImmutable: true },
  ];
  return writeSite(
    { files, firstLoad: [], sources: new Map(), onDemand: new Map(), version: '' },
    join(directory, 'pages'),
  );
}

export interface StackOptions {
  readonly routes?: readonly Route[];
  readonly versions?: readonly ApiVersion[];
  readonly jobs?: readonly Job[];
  readonly context?: Readonly<Record<string, unknown>>;
  /** Whether the synthesis checks the template against CloudFormation's schemas, which takes most of its time. */
  readonly validated?: boolean;
}

/** Creates the stack as it would be deployed, with a stub as the code of every function, so that nothing is bundled. */
export function makeStack({
  routes = ROUTES,
  versions = API_VERSIONS,
  jobs = SAMPLE_JOBS,
  context = {},
  validated = false,
}: StackOptions = {}) {
  const directory = mkdtempSync(join(workerFolder, 'stack-'));
  const ids = [
    ...routes.map(({ id }) => id),
    ...jobs.map(({ id }) => id),
    AUTHORIZER_ENTRY_POINT.id,
    mcpRoute.id,
    unknownPathRoute.id,
  ];
  const app = new App({
    outdir: join(directory, 'out'),
    context: { ...readDefaultContext(), ...context },
    analyticsReporting: false,
    builtinCloudFormationValidation: validated,
  });
  const bundles = stubBundles(directory, ids);
  const settings = readSettings(app.node);
  const stack = new YieldApiStack(app, {
    settings,
    routes,
    versions,
    jobs,
    hasMcp: !settings.leaveOut.includes('mcp'),
    bundles,
    // A function that only a test defines is not in `ITEM_NAMES_BY_FUNCTION`. Its list of item kinds is empty.
    items: { ...Object.fromEntries(ids.map((id) => [id, []])), ...ITEM_NAMES_BY_FUNCTION },
    ...(settings.leaveOut.includes('dashboard') ? {} : { site: createStubSite(directory) }),
  });
  return { app, stack };
}

/** Templates that this worker has synthesized, as JSON text. The key contains the options. */
const synthesized = new Map<string, string>();

/**
 * Returns the template of a stack. Template tests share workers, so each configuration is synthesized once per
 * worker.
 */
export function makeTemplate(options: StackOptions = {}): Template {
  const { routes = ROUTES, versions = API_VERSIONS, jobs = SAMPLE_JOBS, context = {} } = options;
  const isCacheable = (routes === ROUTES || routes === FEW_ROUTES) && versions === API_VERSIONS;
  if (!isCacheable) return Template.fromStack(makeStack(options).stack);
  const key = JSON.stringify([routes.length, jobs, context]);
  const known = synthesized.get(key) ?? JSON.stringify(Template.fromStack(makeStack(options).stack).toJSON());
  synthesized.set(key, known);
  return Template.fromJSON(z.record(z.string(), z.unknown()).parse(JSON.parse(known)));
}

type Properties = Readonly<Record<string, unknown>>;
const properties = z.record(z.string(), z.unknown());

/** Returns the properties of every resource of a type by logical id. */
export function propertiesOf(template: Template, type: string): ReadonlyMap<string, Properties> {
  const found = Object.entries(template.findResources(type));
  return new Map(found.map(([id, { Properties = {} }]) => [id, properties.parse(Properties)]));
}

/** Returns the OpenAPI document of the REST API in the template. */
export function bodyOf(template: Template): Properties {
  const [api] = propertiesOf(template, 'AWS::ApiGateway::RestApi').values();
  return properties.parse(api?.Body);
}
