import * as z from 'zod';
import { defineRoute } from '../platform/contract/route.ts';
import { VERSIONS } from '../platform/contract/versions.ts';

/** A catalog older than this, in seconds, turns health to degraded. */
export const CATALOG_MAX_AGE_SECONDS = 3 * 3_600;

const NO_QUERY = z.strictObject({});

/** The service about itself: all public, limited per source address. */
export const service = {
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
      version: z.string(),
      versions: z.array(z.strictObject({ id: z.enum(VERSIONS.map(({ id }) => id)), state: z.string() })),
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
