import * as z from 'zod/mini';
import { documentRoute } from '../../platform/contract/documented-route.ts';
import { count, described, nameSchemas } from '../../platform/contract/responses.ts';
import { aboutRoute } from './about.ts';
import { docsRoute } from './docs.ts';
import { CATALOG_MAX_AGE_SECONDS, healthRoute } from './health.ts';
import { openapiRoute } from './openapi.ts';

const date = z.nullable(z.iso.date());

/** The state of one version of the API. */
const versionState = z.strictObject({
  id: z.string(),
  state: z.enum(['Active', 'Maintenance', 'Deprecated']),
  released_on: z.iso.date(),
  deprecated_on: described(date, 'Day since which it is deprecated; null while it is not.'),
  sunset_on: described(date, 'Day after which it may be switched off; null while that is not decided.'),
  successor: described(z.nullable(z.string()), 'The version that supersedes it, or null.'),
});
const version = described(z.string(), 'The version of this base address.');

const notice = described(
  z.nullable(
    z.strictObject({
      text: described(z.string(), 'For people to read.'),
      since: described(z.iso.datetime(), 'When the operators wrote it.'),
    }),
  ),
  'What the operators want every caller to know, such as maintenance; null most of the time.',
);

const about = z.strictObject({
  name: z.string(),
  version,
  notice,
  versions: z.array(versionState),
  changes: described(
    z.array(
      z.strictObject({
        change: described(z.string(), 'What changes.'),
        advice: described(z.string(), 'What clients should do.'),
        announced_on: described(z.iso.date(), 'Day of the announcement, UTC.'),
        effective_on: described(z.iso.date(), 'Day from which it is so, UTC.'),
      }),
    ),
    'Changes to come that may break clients; docs/api-changes.md says more.',
  ),
  links: described(
    z.strictObject({ health: z.string(), docs: z.string(), openapi: z.string() }),
    'Paths below the base address.',
  ),
});
export type About = z.infer<typeof about>;

const health = z.strictObject({
  status: described(
    z.enum(['ok', 'degraded']),
    `degraded: there is no catalog, or it is older than ${CATALOG_MAX_AGE_SECONDS} seconds.`,
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
export type Health = z.infer<typeof health>;

nameSchemas({
  VersionState: [versionState, 'One version of the API with its dates.'],
  About: [about, 'What answers at the base address.'],
  Health: [health, 'Whether the service answers, and how old its catalog is.'],
});

/** The service about itself: all public, limited per address. */
export const service = {
  about: documentRoute(aboutRoute, {
    description: 'What answers here, the state and dates of each API version, and where to read more.',
    fields: {},
    response: about,
  }),
  health: documentRoute(healthRoute, {
    description: 'Whether the table answers, how old the catalog is, and the state of each API version.',
    fields: {},
    response: health,
  }),
  openapi: documentRoute(openapiRoute, {
    description: 'The description of every endpoint, without the envelope, for client generators.',
    fields: {},
    response: z.record(z.string(), z.unknown()),
    exampleText: { openapi: '3.1.0' },
  }),
  docs: documentRoute(docsRoute, {
    description: 'The same description as a page for people.',
    fields: {},
    response: z.string(),
    exampleText: '<!doctype html>',
  }),
} as const;
