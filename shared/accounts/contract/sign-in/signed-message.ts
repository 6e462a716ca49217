import * as z from 'zod/mini';

/**
 * Maximum length of a signature in bytes. A signature by a private key has 65 bytes. A signature of a
 * contract wallet may be longer.
 */
const SIGNATURE_MAX_BYTES = 8_192;
const SIGNATURE_PATTERN = /^0x([0-9A-Fa-f]{2})*$/;
const SIGNATURE_DIGITS_MAX = 2 * SIGNATURE_MAX_BYTES;
const SIGNATURE_RULE = `must be 0x followed by an even number of hexadecimal digits, at most ${SIGNATURE_DIGITS_MAX}`;

export const signedMessageFields = {
  message: z.string().check(z.minLength(1), z.maxLength(4_096)),
  signature: z
    .string(SIGNATURE_RULE)
    .check(
      z.maxLength(2 + 2 * SIGNATURE_MAX_BYTES, SIGNATURE_RULE),
      z.regex(SIGNATURE_PATTERN, SIGNATURE_RULE),
    ),
} as const;
