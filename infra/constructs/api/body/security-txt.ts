import {
  FIXED_HEADERS,
  RATE_LIMIT_HEADERS,
  REQUEST_ID_HEADER,
} from '../../../../shared/platform/contract/headers.ts';
import { buildMockMethod } from './mock-method.ts';

type Json = Readonly<Record<string, unknown>>;

/** Path of the file that tells security researchers whom to contact (RFC 9116). */
export const SECURITY_TXT_PATH = '/.well-known/security.txt';

/**
 * Number of months until security.txt expires, counted from the first day of the month in which the stack is
 * synthesized.
 */
const SECURITY_TXT_VALID_MONTHS = 11;

/**
 * Returns the text of security.txt. The file expires, so a stage must be deployed at least every ten months.
 *
 * @param contact a `mailto:` or `https:` URI
 */
export function buildSecurityTxtContent(contact: string, now: Date): string {
  const expiresAt = new Date(
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + SECURITY_TXT_VALID_MONTHS, 1),
  );
  return `Contact: ${contact}\nExpires: ${expiresAt.toISOString()}\nPreferred-Languages: en\n`;
}

const quoteLiteral = (value: string) => `'${value}'`;

/** Builds the method that serves security.txt as plain text, without a Lambda. */
export function buildSecurityTxtMethod(contact: string, now: Date): Json {
  const headers: Readonly<Record<string, string>> = {
    ...Object.fromEntries(Object.entries(FIXED_HEADERS).map(([name, value]) => [name, quoteLiteral(value)])),
    'Content-Type': quoteLiteral('text/plain; charset=utf-8'),
    'Access-Control-Allow-Origin': quoteLiteral('*'),
    ...Object.fromEntries(Object.values(RATE_LIMIT_HEADERS).map((name) => [name, quoteLiteral('0')])),
    [REQUEST_ID_HEADER]: 'context.requestId',
  };
  return buildMockMethod({
    description: 'Whom to tell of a weakness',
    declared: Object.keys(headers),
    headers,
    template: buildSecurityTxtContent(contact, now),
  });
}
