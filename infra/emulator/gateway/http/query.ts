import { createDictionary } from './headers.ts';

export interface EventQueryParameters {
  queryStringParameters: Record<string, string> | null;
  multiValueQueryStringParameters: Record<string, string[]> | null;
}

const EMPTY_QUERY: EventQueryParameters = {
  queryStringParameters: null,
  multiValueQueryStringParameters: null,
};

/**
 * Decodes percent-encoded text, in which a plus sign means a space.
 *
 * @throws URIError for malformed percent-encoding
 */
function decodeUrlText(text: string): string {
  const textWithSpaces = text.includes('+') ? text.replaceAll('+', ' ') : text;
  return textWithSpaces.includes('%') ? decodeURIComponent(textWithSpaces) : textWithSpaces;
}

/**
 * Parses a query string as API Gateway's REST APIs do: decodes it, and returns the last value and all values of each
 * name. Both maps are null when there are no parameters.
 *
 * @param query text after the question mark
 * @throws URIError for malformed percent-encoding
 */
export function parseEventQuery(query: string): EventQueryParameters {
  if (query === '') return EMPTY_QUERY;
  const lastValueByName = createDictionary<string>();
  const valuesByName = createDictionary<string[]>();
  let any = false;
  for (const part of query.split('&')) {
    if (part === '') continue;
    const equalsIndex = part.indexOf('=');
    const name = decodeUrlText(equalsIndex < 0 ? part : part.slice(0, equalsIndex));
    const value = equalsIndex < 0 ? '' : decodeUrlText(part.slice(equalsIndex + 1));
    any = true;
    lastValueByName[name] = value;
    const values = valuesByName[name];
    if (values === undefined) valuesByName[name] = [value];
    else values.push(value);
  }
  return any
    ? { queryStringParameters: lastValueByName, multiValueQueryStringParameters: valuesByName }
    : EMPTY_QUERY;
}
