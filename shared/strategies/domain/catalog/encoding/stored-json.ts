import type { ProtocolFacts } from '../../../contract/responses.ts';
import type { ListElement } from './format.ts';

/** Parsers of the catalog's JSON texts. They check only the structure, because a checksum protects the bytes. */

/**
 * Parses a JSON list of texts from a text column.
 * @throws RangeError when the JSON is not a list of texts
 */
export function parseTextList(json: string): string[] {
  const parsed: unknown = JSON.parse(json);
  if (Array.isArray(parsed) && parsed.every((text) => typeof text === 'string')) return parsed;
  throw new RangeError('A list of the catalog is of another form.');
}

function isListElement(value: unknown): value is ListElement {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';
}

/** @throws RangeError when the JSON is not a strategy */
export function parseListElement(json: string): ListElement {
  const parsed: unknown = JSON.parse(json);
  if (isListElement(parsed)) return parsed;
  throw new RangeError('An element of the catalog is of another form.');
}

function isProtocolFactsRecord(value: unknown): value is Readonly<Record<string, ProtocolFacts>> {
  return typeof value === 'object' && value !== null;
}

/**
 * Parses the protocol facts of the catalog. The keys are protocol names.
 * @throws RangeError when the JSON is not an object
 */
export function parseProtocolFacts(bytes: Uint8Array): Readonly<Record<string, ProtocolFacts>> {
  const parsed: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
  if (isProtocolFactsRecord(parsed)) return parsed;
  throw new RangeError('The protocols of the catalog are of another form.');
}
