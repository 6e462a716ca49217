import * as z from 'zod/mini';
import { textParam } from '../../platform/contract/query.ts';

/** The path of a key. */
export const apiKeyParams = z.strictObject({ id: textParam(64) });

/** When a key ends; never when null. */
export const expiresAt = z.optional(
  z.nullable(z.iso.datetime({ error: 'must be an ISO 8601 date-time in UTC, or null' })),
);
