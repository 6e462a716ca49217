import { parseArgs } from 'node:util';
import {
  CREDENTIAL_HEADER,
  RATE_LIMIT_HEADERS,
  REQUEST_ID_HEADER,
} from '../../shared/platform/contract/headers.ts';
import { describeOptionError } from './option-mistake.ts';
import { UsageError } from './usage-error.ts';

const HELP = `Checks that the main endpoints of a deployed service answer as expected. The command changes nothing.

Usage: npm run smoke -- --base-url URL --key KEY

  --base-url URL    base address of the API: the output BaseUrl of the stack
  --key KEY         API key with the scopes strategies:read and market:read
  --help            show this text

Exit codes: 0 all checks passed, 1 a check failed, 2 wrong usage.`;

/** Maximum time in milliseconds to wait for one response. The time includes a cold start. */
const RESPONSE_TIMEOUT_MS = 15_000;

interface SmokeTestTarget {
  readonly baseUrl: string;
  readonly key: string;
}

interface CheckResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface Check {
  readonly method?: 'OPTIONS' | 'POST';
  readonly path: string;
  readonly sendsApiKey?: boolean;
  readonly body?: unknown;
  readonly status: number;
  readonly isExpectedBody?: (body: unknown) => boolean;
}

/** Returns the value at a path such as `data.status`; undefined when it is missing. */
function at(body: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, name) => {
    if (typeof value !== 'object' || value === null) return undefined;
    return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
  }, body);
}

const hasErrorCode = (code: string) => (body: unknown) =>
  at(body, 'success') === false && at(body, 'error.code') === code;
const isListResponse = (body: unknown) =>
  Array.isArray(at(body, 'data')) && typeof at(body, 'meta.pagination.total') === 'number';

const SMOKE_CHECKS: readonly Check[] = [
  { path: '', status: 200, isExpectedBody: (body) => Array.isArray(at(body, 'data.versions')) },
  { path: '/health', status: 200, isExpectedBody: (body) => at(body, 'data.status') === 'ok' },
  { path: '/openapi.json', status: 200, isExpectedBody: (body) => at(body, 'openapi') === '3.1.0' },
  { path: '/docs', status: 200 },
  { path: '/strategies?per_page=1', sendsApiKey: true, status: 200, isExpectedBody: isListResponse },
  {
    path: '/strategies/performance?per_page=1',
    sendsApiKey: true,
    status: 200,
    isExpectedBody: isListResponse,
  },
  { path: '/market/prices?per_page=1', sendsApiKey: true, status: 200, isExpectedBody: isListResponse },
  { path: '/strategies', status: 401, isExpectedBody: hasErrorCode('unauthorized') },
  {
    path: '/strategies?per_page=0',
    sendsApiKey: true,
    status: 400,
    isExpectedBody: hasErrorCode('invalid_request'),
  },
  { path: '/no-such-thing', sendsApiKey: true, status: 404, isExpectedBody: hasErrorCode('not_found') },
  {
    method: 'OPTIONS',
    path: '/strategies',
    status: 200,
    isExpectedBody: (body) => at(body, 'success') === true,
  },
  {
    method: 'POST',
    path: '/auth/challenge',
    body: { wallet_address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' },
    status: 200,
    isExpectedBody: (body) => typeof at(body, 'data.message') === 'string',
  },
];

async function sendRequest({ baseUrl, key }: SmokeTestTarget, check: Check): Promise<CheckResponse> {
  const response = await fetch(baseUrl + check.path, {
    method: check.method ?? 'GET',
    headers: {
      ...(check.sendsApiKey === true ? { [CREDENTIAL_HEADER]: key } : {}),
      ...(check.body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(check.body === undefined ? {} : { body: JSON.stringify(check.body) }),
    signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Returns what is wrong with a response; undefined when it is correct. */
function findCheckProblem(check: Check, { status, headers, text }: CheckResponse): string | undefined {
  if (status !== check.status) return `returned ${status}, expected ${check.status}`;
  const missingHeaderNames = [...Object.values(RATE_LIMIT_HEADERS), REQUEST_ID_HEADER].filter(
    (name) => !headers.has(name),
  );
  if (missingHeaderNames.length > 0) return `did not return these headers: ${missingHeaderNames.join(', ')}`;
  if (check.isExpectedBody?.(tryParseJson(text)) === false)
    return `returned an unexpected response body: ${text.slice(0, 200)}`;
  return undefined;
}

/** Sends all requests and prints one line per response. Resolves to whether all responses are correct. */
export async function runSmokeTest(target: SmokeTestTarget, print: (line: string) => void): Promise<boolean> {
  let haveAllChecksPassed = true;
  for (const check of SMOKE_CHECKS) {
    const name = `${check.method ?? 'GET'} ${check.path === '' ? '(base address)' : check.path}`;
    const problem = await sendRequest(target, check).then(
      (answer) => findCheckProblem(check, answer),
      (error: unknown) => `did not respond: ${error instanceof Error ? error.message : String(error)}`,
    );
    haveAllChecksPassed &&= problem === undefined;
    print(problem === undefined ? `ok      ${name}` : `FAILED  ${name} ${problem}`);
  }
  return haveAllChecksPassed;
}

function parseArguments(args: readonly string[]): SmokeTestTarget | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        'base-url': { type: 'string' },
        key: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (values.help === true) return undefined;
    if (values['base-url'] === undefined || values.key === undefined) {
      throw new UsageError('--base-url and --key are required. See --help');
    }
    return { baseUrl: values['base-url'].replace(/\/$/, ''), key: values.key };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(describeOptionError(error));
  }
}

if (import.meta.main) {
  try {
    const target = parseArguments(process.argv.slice(2));
    if (target === undefined) console.log(HELP);
    else if (!(await runSmokeTest(target, console.log))) process.exitCode = 1;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(`${error.message}\n\n${HELP}`);
    process.exitCode = 2;
  }
}
