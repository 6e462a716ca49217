import type { DocumentedRoute } from '../../shared/platform/contract/documented-route.ts';
import { CREDENTIAL_HEADER, IDEMPOTENCY_KEY_HEADER } from '../../shared/platform/contract/headers.ts';
import { type ApiVersion, versionedPath } from '../../shared/platform/contract/versions/versions.ts';
import { API_EXAMPLE_ORIGIN } from '../../shared/platform/documents/examples/example-origin.ts';
import { inputFields } from '../../shared/platform/documents/json-schema.ts';

/** The languages of samples, by the names that the pages use. */
export const LANGUAGES = { curl: 'curl', sdk: 'TypeScript SDK', python: 'Python', go: 'Go' } as const;

export type Language = keyof typeof LANGUAGES;

/** A first call of an endpoint with its example values. */
interface Call {
  readonly method: string;
  readonly url: string;
  readonly hasKey: boolean;
  /** Whether the endpoint honours `Idempotency-Key`: a sample shows a new one for each request. */
  readonly isIdempotent: boolean;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

function callOf(route: DocumentedRoute, version: ApiVersion): Call {
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
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} "${url}"`,
    ...(hasKey ? [`-H "${CREDENTIAL_HEADER}: $KEY"`] : []),
    ...(isIdempotent ? [`-H "${IDEMPOTENCY_KEY_HEADER}: $(uuidgen)"`] : []),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(body).replaceAll("'", "'\\''")}'`]),
  ].join(' \\\n  ');
}

/** The most characters of an input on one line. */
const LINE_MAX = 60;

/** `client.investments.listTransactions` for `investments.list-transactions`, as the SDK's generator names it. */
const methodOf = (id: string) => id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** A value as TypeScript writes it: names without quotes where they need none. */
function scriptText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(scriptText).join(', ')}]`;
  if (typeof value === 'string') {
    const inner = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"');
    return `'${inner.replaceAll("'", "\\'")}'`;
  }
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value).map(
    ([name, inner]) => `${/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`}: ${scriptText(inner)}`,
  );
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

/** A value of the query as the SDK takes it: numbers and booleans, not their text. */
function typed(route: DocumentedRoute, name: string, text: string): unknown {
  const { schema } = inputFields(route).find((field) => field.name === name) ?? {};
  const isText = schema?.type === 'string' || schema?.enum !== undefined;
  if (schema?.type === 'array') return text.split(',');
  return isText || schema === undefined ? text : JSON.parse(text);
}

/** The SDK has no method for pages and files of other formats: the sample then reads the address. */
function sdk(route: DocumentedRoute, { url, hasKey }: Call): string {
  if (route.format !== undefined) {
    return `const response = await fetch('${url}');\nconsole.log(await response.text());`;
  }
  const input = {
    ...route.example?.params,
    ...Object.fromEntries(
      Object.entries(route.example?.query ?? {}).map(([name, text]) => [name, typed(route, name, text)]),
    ),
    ...route.example?.body,
  };
  const line = Object.keys(input).length === 0 ? '' : scriptText(input);
  const lines = Object.entries(input).map(([name, value]) => `  ${name}: ${scriptText(value)},`);
  const given = line.length > LINE_MAX ? `{\n${lines.join('\n')}\n}` : line;
  const base = `${new URL(url).origin}/${new URL(url).pathname.split('/')[1]}`;
  return [
    "import { createClient } from 'yield-api-client';",
    '',
    `const client = createClient({ baseUrl: '${base}'${hasKey ? ', credential: process.env.KEY' : ''} });`,
    `const { data } = await client.${methodOf(route.id)}(${given});`,
    'console.log(data);',
  ].join('\n');
}

/** A value of JSON as Python writes it. */
function pythonText(value: unknown): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (Array.isArray(value)) return `[${value.map(pythonText).join(', ')}]`;
  if (typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value).map(
    ([name, inner]) => `${JSON.stringify(name)}: ${pythonText(inner)}`,
  );
  return `{${entries.join(', ')}}`;
}

function python({ method, url, hasKey, isIdempotent, body }: Call): string {
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
    ...(body === undefined ? [] : [`    json=${pythonText(body)},`]),
    ')',
    'print(response.status_code, response.text)',
  ].join('\n');
}

function go({ method, url, hasKey, isIdempotent, body }: Call): string {
  const content = body === undefined ? 'nil' : `strings.NewReader(\`${JSON.stringify(body)}\`)`;
  return [
    `request, err := http.NewRequest("${method}", "${url}", ${content})`,
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

/** The first call of an endpoint in every language. The key comes from the environment variable `KEY`. */
export function samplesOf(
  route: DocumentedRoute,
  version: ApiVersion,
): readonly (readonly [language: Language, text: string])[] {
  const call = callOf(route, version);
  return [
    ['curl', curl(call)],
    ['sdk', sdk(route, call)],
    ['python', python(call)],
    ['go', go(call)],
  ];
}
