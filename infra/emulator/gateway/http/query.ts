import { createDictionary } from './headers.ts';

export interface EventQuery {
  queryStringParameters: Record<string, string> | null;
  multiValueQueryStringParameters: Record<string, string[]> | null;
}

const EMPTY_QUERY: EventQuery = { queryStringParameters: null, multiValueQueryStringParameters: null };

/**
 * Decodes percent-encoded text, in which a plus sign means a space.
 *
 * @throws URIError for malformed percent-encoding
 */
function decode(text: string): string {
  const spacedText = text.includes('+') ? text.replaceAll('+', ' ') : text;
  return spacedText.includes('%') ? decodeURIComponent(spacedText) : spacedText;
}

/**
 * Parses a query string as a REST API passes it to a Lambda: decoded, with the last value and all values of
 * each name. Both maps are null when there are no parameters.
 *
 * @param query text after the question mark
 * @throws URIError for malformed percent-encoding
 */
export function parseEventQuery(query: string): EventQuery {
  if (query === '') return EMPTY_QUERY;
  const lastValues = createDictionary<string>();
  const allValues = createDictionary<string[]>();
  let any = false;
  for (const part of query.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decode(equals < 0 ? part : part.slice(0, equals));
    const value = equals < 0 ? '' : decode(part.slice(equals + 1));
    any = true;
    lastValues[name] = value;
    const values = allValues[name];
    if (values === undefined) allValues[name] = [value];
    else values.push(value);
  }
  return any
    ? { queryStringParameters: lastValues, multiValueQueryStringParameters: allValues }
    : EMPTY_QUERY;
}
