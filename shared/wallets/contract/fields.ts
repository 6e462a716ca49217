import * as z from 'zod/mini';
import { enumParam, textParam } from '../../platform/contract/query.ts';
import { CONNECTION_STATUSES } from './connection.ts';

/** The longest free text that goes with a change, in characters. */
const NOTE_MAX = 500;

export const END_USER_ID_MAX = 128;
/** Control, space and unassigned characters are out. */
const END_USER_ID = new RegExp(`^[^\\p{C}\\p{Z}]{1,${END_USER_ID_MAX}}$`, 'u');

/** A user of the caller's: any name that the caller has for them. */
export const END_USER_ID_RULE = `must be 1 to ${END_USER_ID_MAX} printable characters without spaces`;
export const endUserId = z.string().check(z.regex(END_USER_ID, END_USER_ID_RULE));

/** The form alone; whether a mixed-case address keeps EIP-55 is checked by the service. */
export const addressInput = z
  .string()
  .check(z.regex(/^0x[0-9A-Fa-f]{40}$/, 'must be 0x followed by 40 hexadecimal digits'));

/** Free text that a person wrote; line breaks are allowed. */
export const note = z.string().check(
  z.trim(),
  z.minLength(1, `must be 1 to ${NOTE_MAX} characters`),
  z.maxLength(NOTE_MAX, `must be 1 to ${NOTE_MAX} characters`),
  z.refine((text) => !/[^\P{C}\n\r\t]/u.test(text), 'must not contain control characters'),
);

/** The filters of every list of connections. */
export const connectionFilters = {
  userId: z.optional(endUserId),
  status: z.optional(enumParam(CONNECTION_STATUSES)),
} as const;

export const connectionIdParam = textParam(128);
