import * as z from 'zod/mini';

/** Bytes of a signature: a key's has 65, a contract may want more. */
const SIGNATURE_MAX_BYTES = 8_192;
const SIGNATURE_PATTERN = /^0x([0-9A-Fa-f]{2})*$/;
const SIGNATURE_RULE = `must be 0x followed by an even number of hexadecimal digits, at most ${2 * SIGNATURE_MAX_BYTES}`;

/** A message and its signature. */
export const signedMessage = {
  message: z.string().check(z.minLength(1), z.maxLength(4_096)),
  signature: z
    .string(SIGNATURE_RULE)
    .check(
      z.maxLength(2 + 2 * SIGNATURE_MAX_BYTES, SIGNATURE_RULE),
      z.regex(SIGNATURE_PATTERN, SIGNATURE_RULE),
    ),
} as const;
