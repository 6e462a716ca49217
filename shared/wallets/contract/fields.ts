import * as z from 'zod/mini';
import { enumParam, hasVisibleCharacter, textParam } from '../../platform/contract/query.ts';
import { CONNECTION_STATUSES } from './connection.ts';

// All schemas are marked as pure, so that a function's bundle contains only the schemas it uses.

const NOTE_LENGTH_MAX = 500;

export const END_USER_ID_LENGTH_MAX = 128;
/**
 * Control, format and space characters of Unicode's Basic Multilingual Plane, for use in a character class. The digits
 * after `\u` are upper case, because OpenAPI tools for Go translate only this form.
 */
const INVISIBLE_CHARACTERS =
  '\\x00-\\x20\\x7f-\\xa0\\u00AD\\u0600-\\u0605\\u061C\\u06DD\\u070F\\u0890-\\u0891\\u08E2\\u1680\\u180E\\u2000-\\u200F' +
  '\\u2028-\\u202F\\u205F-\\u206F\\u3000\\uFEFF\\uFFF9-\\uFFFB';

/** Pattern of an end user id, as the OpenAPI document shows it. */
export const END_USER_ID_PATTERN = `^[^${INVISIBLE_CHARACTERS}]{1,${END_USER_ID_LENGTH_MAX}}$`;
/** Pattern for the validation of an end user id. Unlike END_USER_ID_PATTERN, it rejects unpaired surrogates. */
const END_USER_ID_VALIDATION_PATTERN = /* @__PURE__ */ new RegExp(
  `^[^${INVISIBLE_CHARACTERS}\\ud800-\\udfff]{1,${END_USER_ID_LENGTH_MAX}}$`,
  'u',
);

export const END_USER_ID_RULE = `must be 1 to ${END_USER_ID_LENGTH_MAX} printable characters without spaces`;
export const endUserIdSchema = /* @__PURE__ */ z
  .string()
  .check(
    /* @__PURE__ */ z.regex(END_USER_ID_VALIDATION_PATTERN, { error: END_USER_ID_RULE, abort: true }),
    /* @__PURE__ */ z.refine(hasVisibleCharacter, 'must contain a visible character'),
  );

/** Schema that checks only the syntax of an address. `requireAddress` checks the EIP-55 checksum. */
export const addressInputSchema = /* @__PURE__ */ z
  .string()
  .check(/* @__PURE__ */ z.regex(/^0x[0-9A-Fa-f]{40}$/, 'must be 0x followed by 40 hexadecimal digits'));

/** Schema of a text that a person has written. Line breaks are allowed. */
export const note = /* @__PURE__ */ z.string().check(
  /* @__PURE__ */ z.trim(),
  /* @__PURE__ */ z.minLength(1, `must be 1 to ${NOTE_LENGTH_MAX} characters`),
  /* @__PURE__ */ z.maxLength(NOTE_LENGTH_MAX, `must be 1 to ${NOTE_LENGTH_MAX} characters`),
  /* @__PURE__ */ z.refine((text) => !/[^\P{C}\n\r\t]/u.test(text), 'must not contain control characters'),
);

/** Filters that all lists of connections share. */
export const connectionFilters = {
  userId: /* @__PURE__ */ z.optional(endUserIdSchema),
  status: /* @__PURE__ */ z.optional(/* @__PURE__ */ enumParam(CONNECTION_STATUSES)),
} as const;

export const connectionIdParam = /* @__PURE__ */ textParam(128);
