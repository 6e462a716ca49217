import * as z from 'zod/mini';
import { documentRoute } from '../../platform/contract/documented-route.ts';
import { count, registerSchemaNames, withDescription } from '../../platform/contract/responses.ts';
import { VERSION_STATES } from '../../platform/contract/versions/versions.ts';
import { aboutRoute } from './about.ts';
import { docsRoute } from './docs.ts';
import { CATALOG_MAX_AGE_SECONDS, healthRoute } from './health.ts';
import { openapiRoute } from './openapi.ts';

const date = z.nullable(z.iso.date());

const versionState = z.strictObject({
  id: z.string(),
  state: z.enum(VERSION_STATES),
  released_on: z.iso.date(),
  deprecated_on: withDescription(date, 'Day of its deprecation; null if it is not deprecated.'),
  sunset_on: withDescription(date, 'Day after which it can be switched off; null if not decided.'),
  successor: withDescription(z.nullable(z.string()), 'The version that supersedes it, or null.'),
});
const version = withDescription(z.string(), 'The version of this base address.');

const notice = withDescription(
  z.nullable(
    z.strictObject({
      text: withDescription(z.string(), 'For people to read.'),
      since: withDescription(z.iso.datetime(), 'When operators published it.'),
    }),
  ),
  'A notice of the operators, for example about maintenance; null if there is none.',
);

const environment = z.strictObject({
  kind: withDescription(
    z.enum(['local', 'test', 'live']),
    "local: a server on a developer's machine, with chains of its own. test: a deployed stage with the sandbox. live: a deployed stage with real money.",
  ),
  market: withDescription(
    z.enum(['sample', 'live']),
    'sample: strategies, yields and prices are made up. live: they are read from their sources.',
  ),
});

const aboutSchema = z.strictObject({
  name: z.string(),
  version,
  environment: withDescription(
    environment,
    'What the service runs on, so that a client can say what is real.',
  ),
  notice,
  versions: z.array(versionState),
  changes: withDescription(
    z.array(
      z.strictObject({
        change: withDescription(z.string(), 'What changes.'),
        advice: withDescription(z.string(), 'What clients should do.'),
        announced_on: withDescription(z.iso.date(), 'Day of the announcement, UTC.'),
        effective_on: withDescription(z.iso.date(), 'Day on which the change takes effect, UTC.'),
      }),
    ),
    'Announced changes that can break clients.',
  ),
  links: withDescription(
    z.strictObject({ health: z.string(), docs: z.string(), openapi: z.string() }),
    'Paths below the base address.',
  ),
});
export type ServiceDescription = z.infer<typeof aboutSchema>;

const healthSchema = z.strictObject({
  status: withDescription(
    z.enum(['ok', 'degraded']),
    `degraded: the catalog is missing or older than ${CATALOG_MAX_AGE_SECONDS} seconds.`,
  ),
  version,
  versions: z.array(versionState),
  notice,
  catalog: z.strictObject({
    as_of: z.nullable(z.iso.datetime()),
    age_seconds: z.nullable(count),
  }),
  time: z.iso.datetime(),
});
export type ServiceHealth = z.infer<typeof healthSchema>;

registerSchemaNames({
  VersionState: [versionState, 'One version of the API with its dates.'],
  Environment: [environment, 'The kind of deployment and of market data.'],
  About: [aboutSchema, 'The service at the base address.'],
  Health: [healthSchema, 'State of the service and age of its catalog.'],
});

export const service = {
  about: documentRoute(aboutRoute, {
    description: 'Returns the state and dates of each API version, and links to the documents.',
    fields: {},
    response: aboutSchema,
  }),
  health: documentRoute(healthRoute, {
    description:
      'Returns the state of the service, the age of the catalog, and the state of each API version.',
    fields: {},
    response: healthSchema,
  }),
  openapi: documentRoute(openapiRoute, {
    description: 'The OpenAPI document for client generators, without the envelope.',
    fields: {},
    response: z.record(z.string(), z.unknown()),
    exampleText: { openapi: '3.1.0' },
  }),
  docs: documentRoute(docsRoute, {
    description: 'The OpenAPI document as a page for people.',
    fields: {},
    response: z.string(),
    exampleText: '<!doctype html>',
  }),
} as const;
