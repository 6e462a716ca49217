import * as z from 'zod/mini';

/** Base units and shares outgrow a database number's 38 digits, so they are stored as text. */
export const bigText = z.pipe(
  z.string().check(z.regex(/^-?\d+$/)),
  z.transform((text: string) => BigInt(text)),
);
