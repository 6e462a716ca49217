import type { ProtocolFacts } from '../../../contract/responses.ts';
import type { ListElement } from './format.ts';

/*
 * The catalog's JSON texts. As of its header, only the form is checked: its bytes are sealed by a checksum, and their
 * layout is known by its format.
 */

/**
 * A list of texts out of a column.
 *
 * @throws RangeError for what is no such list
 */
export function textsOf(json: string): string[] {
  const parsed: unknown = JSON.parse(json);
  if (Array.isArray(parsed) && parsed.every((text) => typeof text === 'string')) return parsed;
  throw new RangeError('A list of the catalog is of another form.');
}

function isElement(value: unknown): value is ListElement {
  return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';
}

/**
 * A strategy as an element of the list.
 *
 * @throws RangeError for what is none
 */
export function elementOf(json: string): ListElement {
  const parsed: unknown = JSON.parse(json);
  if (isElement(parsed)) return parsed;
  throw new RangeError('An element of the catalog is of another form.');
}

function isFacts(value: unknown): value is Readonly<Record<string, ProtocolFacts>> {
  return typeof value === 'object' && value !== null;
}

/**
 * What is known of protocols, by their names.
 *
 * @throws RangeError for what is no such text
 */
export function protocolFactsOf(bytes: Uint8Array): Readonly<Record<string, ProtocolFacts>> {
  const parsed: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
  if (isFacts(parsed)) return parsed;
  throw new RangeError('The protocols of the catalog are of another form.');
}
