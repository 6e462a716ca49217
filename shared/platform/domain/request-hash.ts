import { createHash } from 'node:crypto';

/** Returns JSON text in which object keys are sorted. Equal values therefore have the same text. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const memberTexts = Object.entries(value)
    .filter(([, memberValue]) => memberValue !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, memberValue]) => `${JSON.stringify(key)}:${canonicalJson(memberValue)}`);
  return `{${memberTexts.join(',')}}`;
}

/**
 * Returns the SHA-256 hash (hexadecimal) of a request's input. Requests have the same hash if their JSON bodies
 * differ only in white space or in the order of fields.
 */
export function hashRequestInput(input: unknown): string {
  return createHash('sha256').update(canonicalJson(input)).digest('hex');
}
