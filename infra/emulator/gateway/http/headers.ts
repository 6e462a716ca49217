/** Request headers as a REST API passes them to a Lambda: the last value and all values of each name. */
export interface EventHeaders {
  headers: Record<string, string>;
  multiValueHeaders: Record<string, string[]>;
}

/** Connection-level headers, which API Gateway does not pass to the function. */
const CONNECTION_LEVEL_HEADERS = new Set([
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Creates an object without a prototype, because clients choose the keys and `__proto__` can be one of them.
 */
export function createDictionary<T>(): Record<string, T> {
  return Object.create(null);
}

/** Returns a header's value. The name is case-insensitive. */
export function findHeader(headers: Readonly<Record<string, string>>, name: string): string | undefined {
  const exactMatch = headers[name];
  if (exactMatch !== undefined) return exactMatch;
  const lowercaseName = name.toLowerCase();
  for (const key in headers) if (key.toLowerCase() === lowercaseName) return headers[key];
  return undefined;
}

/**
 * Groups header values by name. Header names that differ only in letter case count as one header, which keeps
 * the spelling of the first one.
 *
 * @param rawHeaders alternating names and values, as in node:http
 */
export function groupHeaders(rawHeaders: readonly string[]): EventHeaders {
  const headers = createDictionary<string>();
  const multiValueHeaders = createDictionary<string[]>();
  const spellingByLowerCaseName = new Map<string, string>();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index] ?? '';
    const value = rawHeaders[index + 1] ?? '';
    const lowerCaseName = sent.toLowerCase();
    if (CONNECTION_LEVEL_HEADERS.has(lowerCaseName)) continue;
    const name = spellingByLowerCaseName.get(lowerCaseName) ?? sent;
    spellingByLowerCaseName.set(lowerCaseName, name);
    headers[name] = value;
    const values = multiValueHeaders[name];
    if (values === undefined) multiValueHeaders[name] = [value];
    else values.push(value);
  }
  return { headers, multiValueHeaders };
}

/** Replaces all values of a header. The name is case-insensitive. */
export function setHeader(eventHeaders: EventHeaders, name: string, value: string): void {
  let key = name;
  if (!(name in eventHeaders.headers)) {
    const lowerCaseName = name.toLowerCase();
    key = Object.keys(eventHeaders.headers).find((sent) => sent.toLowerCase() === lowerCaseName) ?? name;
  }
  eventHeaders.headers[key] = value;
  eventHeaders.multiValueHeaders[key] = [value];
}

/**
 * Returns the number of bytes that count towards API Gateway's limit of 10,240: the bytes of the request line and of
 * the header values.
 */
export function countHeaderBytes(requestLine: string, rawHeaders: readonly string[]): number {
  let characterCount = requestLine.length;
  for (let index = 1; index < rawHeaders.length; index += 2) characterCount += rawHeaders[index]?.length ?? 0;
  return characterCount;
}
