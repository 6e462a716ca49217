/** Header values as a REST API hands them to a Lambda: the last value, and all values. */
export interface EventHeaders {
  headers: Record<string, string>;
  multiValueHeaders: Record<string, string[]>;
}

/** Connection-level headers, which API Gateway consumes and does not pass on. */
const NOT_PASSED = new Set([
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

/** A dictionary without a prototype: names come from the client, `__proto__` included. */
export function dictionary<T>(): Record<string, T> {
  return Object.create(null);
}

/** The value of a header by its name in any letter case. */
export function headerValue(headers: Readonly<Record<string, string>>, name: string): string | undefined {
  const exact = headers[name];
  if (exact !== undefined) return exact;
  const wanted = name.toLowerCase();
  for (const key in headers) if (key.toLowerCase() === wanted) return headers[key];
  return undefined;
}

/**
 * The headers in the letter case in which they were sent. Names that differ in case only are one header, under the
 * first spelling.
 *
 * @param rawHeaders names and values in turn, as node:http gives them
 */
export function eventHeaders(rawHeaders: readonly string[]): EventHeaders {
  const headers = dictionary<string>();
  const multiValueHeaders = dictionary<string[]>();
  const spelling = new Map<string, string>();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index] ?? '';
    const value = rawHeaders[index + 1] ?? '';
    const lower = sent.toLowerCase();
    if (NOT_PASSED.has(lower)) continue;
    const name = spelling.get(lower) ?? sent;
    spelling.set(lower, name);
    headers[name] = value;
    const values = multiValueHeaders[name];
    if (values === undefined) multiValueHeaders[name] = [value];
    else values.push(value);
  }
  return { headers, multiValueHeaders };
}

/** Replaces a header's values, whatever the letter case in which it was sent. */
export function setHeader(target: EventHeaders, name: string, value: string): void {
  let key = name;
  if (!(name in target.headers)) {
    const lower = name.toLowerCase();
    key = Object.keys(target.headers).find((sent) => sent.toLowerCase() === lower) ?? name;
  }
  target.headers[key] = value;
  target.multiValueHeaders[key] = [value];
}

/** Bytes that API Gateway counts against its limit of 10,240: the request line and the header values. */
export function countedHeaderBytes(requestLine: string, rawHeaders: readonly string[]): number {
  let characters = requestLine.length;
  for (let index = 1; index < rawHeaders.length; index += 2) characters += rawHeaders[index]?.length ?? 0;
  return characters;
}
