import * as z from 'zod/mini';

/** A bigint that is stored as text, because a DynamoDB number has at most 38 digits. */
export const bigintTextSchema = z.pipe(
  z.string().check(z.regex(/^-?\d+$/)),
  z.transform((text: string) => BigInt(text)),
);
