import type { DocumentedRoute } from '../../shared/platform/contract/documented-route.ts';
import { CREDENTIAL_HEADER, IDEMPOTENCY_KEY_HEADER } from '../../shared/platform/contract/headers.ts';
import { type ApiVersion, versionedPath } from '../../shared/platform/contract/versions/versions.ts';
import { EXAMPLE_IDEMPOTENCY_KEY } from '../../shared/platform/documents/examples/example-idempotency-key.ts';
import { API_EXAMPLE_ORIGIN } from '../../shared/platform/documents/examples/example-origin.ts';
import { listInputFields } from '../../shared/platform/documents/json-schema.ts';

/** Languages of the code samples, with the names that the documentation pages show. */
export const LANGUAGES = { curl: 'curl', sdk: 'TypeScript SDK', python: 'Python', go: 'Go' } as const;

export type Language = keyof typeof LANGUAGES;

interface Call {
  readonly method: string;
  readonly url: string;
  readonly hasKey: boolean;
  /** Whether the endpoint supports `Idempotency-Key`. */
  readonly isIdempotent: boolean;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

function buildSampleCall(route: DocumentedRoute, version: ApiVersion): Call {
  const path = versionedPath(version, route).replace(
    /\{(\w+)\}/g,
    (_, name: string) => route.example?.params?.[name] ?? `:${name}`,
  );
  const query = new URLSearchParams(route.example?.query).toString();
  return {
    method: route.method,
    url: `${API_EXAMPLE_ORIGIN}${path}${query === '' ? '' : `?${query}`}`,
    hasKey: route.access !== 'public',
    isIdempotent: route.idempotent === true,
    body: route.body === undefined ? undefined : (route.example?.body ?? {}),
  };
}

function curl({ method, url, hasKey, isIdempotent, body }: Call): string {
  const idempotencyComment = isIdempotent
    ? '# For each new request, use a new idempotency key. For a retry, use the same key.\n'
    : '';
  const options = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "${url}"`,
    ...(hasKey ? [`-H "${CREDENTIAL_HEADER}: $KEY"`] : []),
    ...(isIdempotent ? [`-H "${IDEMPOTENCY_KEY_HEADER}: ${EXAMPLE_IDEMPOTENCY_KEY}"`] : []),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`]),
  ];
  return idempotencyComment + options.join(' \\\n  ');
}

/** Maximum length in characters of an SDK input that the TypeScript sample writes on one line. */
const LINE_MAX_CHARACTERS = 60;

/**
 * Returns the SDK method of an operation: `investments.listTransactions` for `investments.list-transactions`.
 */
const toSdkMethod = (id: string) => id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Formats a value as a TypeScript literal, with quotes around property names only where needed. */
function formatTypeScript(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(formatTypeScript).join(', ')}]`;
  if (typeof value === 'string') {
    const escapedText = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"');
    return `'${escapedText.replaceAll("'", "\\'")}'`;
  }
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).map(
    ([name, fieldValue]) =>
      `${/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`}: ${formatTypeScript(fieldValue)}`,
  );
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

/** Parses a query value to the type that the SDK expects, such as a number or boolean. */
function parseQueryValue(route: DocumentedRoute, name: string, text: string): unknown {
  const { schema } = listInputFields(route).find((field) => field.name === name) ?? {};
  const isTextParameter = schema?.type === 'string' || schema?.enum !== undefined;
  if (schema?.type === 'array') return text.split(',');
  return isTextParameter || schema === undefined ? text : JSON.parse(text);
}

/**
 * Returns the TypeScript sample of a route. The SDK has no method for a route with a `format`, so its sample uses
 * fetch.
 */
function sdk(route: DocumentedRoute, { url, hasKey }: Call): string {
  if (route.format !== undefined) {
    return `const response = await fetch('${url}');\nconsole.log(await response.text());`;
  }
  const input = {
    ...route.example?.params,
    ...Object.fromEntries(
      Object.entries(route.example?.query ?? {}).map(([name, text]) => [
        name,
        parseQueryValue(route, name, text),
      ]),
    ),
    ...route.example?.body,
  };
  const line = Object.keys(input).length === 0 ? '' : formatTypeScript(input);
  const lines = Object.entries(input).map(([name, value]) => `  ${name}: ${formatTypeScript(value)},`);
  const inputText = line.length > LINE_MAX_CHARACTERS ? `{\n${lines.join('\n')}\n}` : line;
  const base = `${new URL(url).origin}/${new URL(url).pathname.split('/')[1]}`;
  return [
    "import { createClient } from 'yield-api-client';",
    '',
    `const client = createClient({ baseUrl: '${base}'${hasKey ? ', credential: process.env.KEY' : ''} });`,
    `const { data } = await client.${toSdkMethod(route.id)}(${inputText});`,
    'console.log(data);',
  ].join('\n');
}

function formatPythonLiteral(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(formatPythonLiteral).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([name, fieldValue]) => `${JSON.stringify(name)}: ${formatPythonLiteral(fieldValue)}`,
  );
  return `{${entries.join(', ')}}`;
}

function buildPythonSample({ method, url, hasKey, isIdempotent, body }: Call): string {
  const headers = [
    ...(hasKey ? [`"${CREDENTIAL_HEADER}": os.environ["KEY"]`] : []),
    ...(isIdempotent ? [`"${IDEMPOTENCY_KEY_HEADER}": str(uuid.uuid4())`] : []),
  ];
  return [
    ...(hasKey ? ['import os'] : []),
    ...(isIdempotent ? ['import uuid'] : []),
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    `    "${url}",`,
    ...(headers.length === 0 ? [] : [`    headers={${headers.join(', ')}},`]),
    ...(body === undefined ? [] : [`    json=${formatPythonLiteral(body)},`]),
    ')',
    'print(response.status_code, response.text)',
  ].join('\n');
}

function go({ method, url, hasKey, isIdempotent, body }: Call): string {
  const bodyExpression = body === undefined ? 'nil' : `strings.NewReader(\`${JSON.stringify(body)}\`)`;
  return [
    `request, err := http.NewRequest("${method}", "${url}", ${bodyExpression})`,
    'if err != nil {',
    '\tlog.Fatal(err)',
    '}',
    ...(hasKey ? [`request.Header.Set("${CREDENTIAL_HEADER}", os.Getenv("KEY"))`] : []),
    ...(isIdempotent ? [`request.Header.Set("${IDEMPOTENCY_KEY_HEADER}", uuid.NewString())`] : []),
    ...(body === undefined ? [] : ['request.Header.Set("Content-Type", "application/json")']),
    'response, err := http.DefaultClient.Do(request)',
    'if err != nil {',
    '\tlog.Fatal(err)',
    '}',
    'defer response.Body.Close()',
    'io.Copy(os.Stdout, response.Body)',
  ].join('\n');
}

/**
 * Returns the code of an example call in every language of LANGUAGES. The code reads the API key from the
 * environment variable `KEY`.
 */
export function buildSamples(
  route: DocumentedRoute,
  version: ApiVersion,
): readonly (readonly [language: Language, text: string])[] {
  const call = buildSampleCall(route, version);
  return [
    ['curl', curl(call)],
    ['sdk', sdk(route, call)],
    ['python', buildPythonSample(call)],
    ['go', go(call)],
  ];
}
