import * as z from 'zod/mini';

const UTC_TIME_PATTERN = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;

/**
 * Schema of an ISO 8601 time in UTC, in the form that the service stores. zod's own schema is not used,
 * because it adds 2 kB to every function that reads a snapshot.
 */
export const timeTextSchema = /* @__PURE__ */ z
  .string()
  .check(
    z.refine(
      (text) => UTC_TIME_PATTERN.test(text) && !Number.isNaN(Date.parse(text)),
      'must be an ISO 8601 time in UTC such as 2026-01-31T12:00:00Z',
    ),
  );
