import type { DocumentedRoute } from '../../shared/platform/contract/documented-route.ts';
import { CREDENTIAL_HEADER, IDEMPOTENCY_KEY_HEADER } from '../../shared/platform/contract/headers.ts';
import { type ApiVersion, versionedPath } from '../../shared/platform/contract/versions/versions.ts';
import { API_EXAMPLE_ORIGIN } from '../../shared/platform/documents/examples/example-origin.ts';

/** The languages of samples, by the names that the page uses. */
export const LANGUAGES = { curl: 'curl', javascript: 'JavaScript', python: 'Python', go: 'Go' } as const;

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

function javascript({ method, url, hasKey, isIdempotent, body }: Call): string {
  const headers = [
    ...(hasKey ? [`'${CREDENTIAL_HEADER}': process.env.KEY`] : []),
    ...(isIdempotent ? [`'${IDEMPOTENCY_KEY_HEADER}': crypto.randomUUID()`] : []),
    ...(body === undefined ? [] : [`'Content-Type': 'application/json'`]),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0 ? [] : [`  headers: { ${headers.join(', ')} },`]),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${JSON.stringify(body)}),`]),
  ];
  const rest = options.length === 0 ? '' : `, {\n${options.join('\n')}\n}`;
  return `const response = await fetch('${url}'${rest});\nconsole.log(response.status, await response.text());`;
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

const WRITERS: Readonly<Record<Language, (call: Call) => string>> = { curl, javascript, python, go };

/** The first call of an endpoint in every language. The key comes from the environment variable `KEY`. */
export function samplesOf(
  route: DocumentedRoute,
  version: ApiVersion,
): readonly (readonly [language: Language, text: string])[] {
  const call = callOf(route, version);
  return [
    ['curl', WRITERS.curl(call)],
    ['javascript', WRITERS.javascript(call)],
    ['python', WRITERS.python(call)],
    ['go', WRITERS.go(call)],
  ];
}
