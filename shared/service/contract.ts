import * as z from 'zod';
import { defineRoute } from '../platform/contract/route.ts';

/** A catalog older than this, in seconds, turns health to degraded. */
export const CATALOG_MAX_AGE_SECONDS = 3 * 3_600;

const NO_QUERY = z.strictObject({});

export const SERVICE_NAME = 'Yield API';

/** Where to go from the base address. */
export const LINKS = { health: '/health', docs: '/docs', openapi: '/openapi.json' } as const;

const date = z.iso.date().nullable();

/** The state of one version of the API. */
const versionState = z.strictObject({
  id: z.string(),
  state: z.enum(['Active', 'Maintenance', 'Deprecated']),
  released_on: z.iso.date(),
  deprecated_on: date.meta({ description: 'Day since which it is deprecated; null while it is not.' }),
  sunset_on: date.meta({
    description: 'Day after which it may be switched off; null while that is not decided.',
  }),
  successor: z.string().nullable().meta({ description: 'The version that supersedes it, or null.' }),
});

/** The service about itself: all public, limited per source address. */
export const service = {
  about: defineRoute({
    id: 'service.about',
    method: 'GET',
    path: '/',
    summary: 'The service and its versions',
    description: 'What answers here, the state and dates of each API version, and where to read more.',
    access: 'public',
    table: 'none',
    query: NO_QUERY,
    response: z.strictObject({
      name: z.string(),
      version: z.string().meta({ description: 'The version of this base address.' }),
      versions: z.array(versionState),
      links: z
        .strictObject({ health: z.string(), docs: z.string(), openapi: z.string() })
        .meta({ description: 'Paths below the base address.' }),
    }),
    status: 200,
    paginated: false,
    errors: [],
  }),
  health: defineRoute({
    id: 'service.health',
    method: 'GET',
    path: '/health',
    summary: 'Health of the service',
    description: 'Whether the table answers, how old the catalog is, and the state of each API version.',
    access: 'public',
    table: 'read',
    query: NO_QUERY,
    response: z.strictObject({
      status: z.enum(['ok', 'degraded']).meta({
        description: `degraded: there is no catalog, or it is older than ${CATALOG_MAX_AGE_SECONDS} seconds.`,
      }),
      version: z.string().meta({ description: 'The version of this base address.' }),
      versions: z.array(versionState),
      catalog: z.strictObject({
        as_of: z.iso.datetime().nullable(),
        age_seconds: z.int().min(0).nullable(),
      }),
      time: z.iso.datetime(),
    }),
    status: 200,
    paginated: false,
    errors: [],
  }),
  openapi: defineRoute({
    id: 'service.openapi',
    method: 'GET',
    path: '/openapi.json',
    summary: 'OpenAPI 3.1 description',
    description: 'The description of every endpoint, without the envelope, for client generators.',
    access: 'public',
    table: 'none',
    query: NO_QUERY,
    response: z.record(z.string(), z.unknown()),
    status: 200,
    paginated: false,
    errors: [],
    format: 'openapi',
  }),
  docs: defineRoute({
    id: 'service.docs',
    method: 'GET',
    path: '/docs',
    summary: 'Documentation page',
    description: 'The same description as a page for people.',
    access: 'public',
    table: 'none',
    query: NO_QUERY,
    response: z.string(),
    status: 200,
    paginated: false,
    errors: [],
    format: 'html',
  }),
} as const;
