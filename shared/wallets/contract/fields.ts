import * as z from 'zod/mini';
import { enumParam, textParam } from '../../platform/contract/query.ts';
import { CONNECTION_STATUSES } from './connection.ts';

// All is pure, so that a function makes those of these alone that it asks for.

/** The longest free text that goes with a change, in characters. */
const NOTE_MAX = 500;

export const END_USER_ID_MAX = 128;
/**
 * Unicode's control, format and space characters of its first plane, as a class of characters that the patterns of
 * every language know.
 */
const UNSEEN =
  '\\x00-\\x20\\x7f-\\xa0\\u00ad\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890-\\u0891\\u08e2\\u1680\\u180e\\u2000-\\u200f' +
  '\\u2028-\\u202f\\u205f-\\u206f\\u3000\\ufeff\\ufff9-\\ufffb';

/** The pattern in the OpenAPI document. */
export const END_USER_ID_PATTERN = `^[^${UNSEEN}]{1,${END_USER_ID_MAX}}$`;
/** The same; half of a surrogate pair is no character at all. */
const END_USER_ID = /* @__PURE__ */ new RegExp(`^[^${UNSEEN}\\ud800-\\udfff]{1,${END_USER_ID_MAX}}$`, 'u');

/** A user of the caller's: any name that the caller has for them. */
export const END_USER_ID_RULE = `must be 1 to ${END_USER_ID_MAX} printable characters without spaces`;
export const endUserId = /* @__PURE__ */ z
  .string()
  .check(/* @__PURE__ */ z.regex(END_USER_ID, END_USER_ID_RULE));

/** The form alone; whether a mixed-case address keeps EIP-55 is checked by the service. */
export const addressInput = /* @__PURE__ */ z
  .string()
  .check(/* @__PURE__ */ z.regex(/^0x[0-9A-Fa-f]{40}$/, 'must be 0x followed by 40 hexadecimal digits'));

/** Free text that a person wrote; line breaks are allowed. */
export const note = /* @__PURE__ */ z.string().check(
  /* @__PURE__ */ z.trim(),
  /* @__PURE__ */ z.minLength(1, `must be 1 to ${NOTE_MAX} characters`),
  /* @__PURE__ */ z.maxLength(NOTE_MAX, `must be 1 to ${NOTE_MAX} characters`),
  /* @__PURE__ */ z.refine((text) => !/[^\P{C}\n\r\t]/u.test(text), 'must not contain control characters'),
);

/** The filters of every list of connections. */
export const connectionFilters = {
  userId: /* @__PURE__ */ z.optional(endUserId),
  status: /* @__PURE__ */ z.optional(/* @__PURE__ */ enumParam(CONNECTION_STATUSES)),
} as const;

export const connectionIdParam = /* @__PURE__ */ textParam(128);
