import { isDeepStrictEqual } from 'node:util';
import type { Answer } from '../support/answer.ts';
import { type CallOptions, send } from '../support/e2e/send.ts';
import { ADMIN_WALLET } from './people.ts';

/** Headers of the transport, or headers that only one of the two gateways sends. README.md has the reasons. */
const IGNORED_HEADERS = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'keep-alive',
  'server',
  'transfer-encoding',
  'x-amz-apigw-id',
  'x-amz-request-id',
  'x-amzn-errortype',
  'x-amzn-remapped-content-length',
  'x-amzn-requestid',
  'x-amzn-trace-id',
]);

/** The prefix that API Gateway adds to WWW-Authenticate headers of functions. ministack does not add it. */
const REMAPPED_HEADER_PREFIX = 'x-amzn-remapped-';

interface Compared extends Omit<CallOptions, 'key'> {
  readonly method: string;
  readonly path: string;
  readonly credential: 'valid' | 'unknown' | 'none';
}

const get = (path: string, credential: Compared['credential'] = 'valid'): Compared => ({
  method: 'GET',
  path,
  credential,
});

const PATHS = [
  '',
  '/docs',
  '/health',
  '/market/prices?per_page=1',
  '/nothing',
  '/strategies?chain=moon',
  '/strategies?per_page=1',
  '/user',
  '/user/profile',
];

/** Requests that a deployed service and a local one must answer in the same way. */
export const COMPARED_REQUESTS: readonly Compared[] = [
  ...(['valid', 'unknown', 'none'] as const).flatMap((credential) =>
    PATHS.map((path) => get(path, credential)),
  ),
  { ...get('/strategies?per_page=1'), headers: { 'Accept-Encoding': 'gzip' } },
  get('/strategies/export'),
  get('/strategies?per_page=1&per_page=2'),
  get('/strategies?asset=USDC%2CETH'),
  get('/strategies/'),
  get('/strategies/strat_%2e%2e'),
  get('/strategies?search=a%26b%2Bc'),
  get('/investments/inv_a%20b'),
  { ...get('/openapi.json', 'none'), headers: { 'If-None-Match': 'x' } },
  { method: 'HEAD', path: '/health', credential: 'none' },
  {
    method: 'OPTIONS',
    path: '/strategies',
    credential: 'none',
    headers: { Origin: 'https://app.example.com', 'Access-Control-Request-Method': 'GET' },
  },
  { method: 'PATCH', path: '/strategies', credential: 'valid' },
  { method: 'DELETE', path: '/user/api-keys/key_none', credential: 'valid' },
  { method: 'POST', path: '/investments/deposit', credential: 'valid', body: '{bad' },
  {
    method: 'POST',
    path: '/investments/deposit',
    credential: 'valid',
    body: '{}',
    headers: { 'Content-Type': 'text/plain' },
  },
  {
    method: 'POST',
    path: '/api/walletprovider',
    credential: 'valid',
    body: { walletAddress: ADMIN_WALLET, userId: 'aé' },
  },
  { method: 'POST', path: '/auth/challenge', credential: 'none', body: { wallet_address: ADMIN_WALLET } },
];

/** Returns a name of the request, which failure messages show. */
export const nameOf = ({ method, path, credential, headers = {}, body }: Compared) =>
  [method, path === '' ? '(base address)' : path, `credential: ${credential}`]
    .concat(Object.values(headers), body === undefined ? [] : JSON.stringify(body))
    .join(', ');

const COMPARED_DEPTH_MAX = 5;

/** Returns the names and types in a JSON value. A list is represented by its first element. */
function shapeOf(value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map((each) => shapeOf(each, depth + 1));
  if (value === null) return 'null';
  if (typeof value !== 'object') return typeof value;
  if (depth >= COMPARED_DEPTH_MAX) return 'object';
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shapeOf(each, depth + 1)]));
}

function comparedPartsOf(answer: Answer) {
  const headers = [...answer.headers.keys()]
    .filter((name) => !IGNORED_HEADERS.has(name))
    .map((name) => name.replace(REMAPPED_HEADER_PREFIX, ''))
    .toSorted();
  return {
    status: answer.status,
    code: answer.status >= 400 && answer.body !== undefined ? answer.error.code : undefined,
    headers,
    type: answer.headers.get('Content-Type'),
    shape: shapeOf(answer.body),
  };
}

export interface ComparedService {
  readonly baseUrl: string;
  readonly key: string;
}

/** Sends one request to both services. Returns the differences by part, such as status and code. */
export async function differences(request: Compared, deployed: ComparedService, local: ComparedService) {
  const { method, path, credential, headers, body } = request;
  const ask = async ({ baseUrl, key }: ComparedService) => {
    const sent = { valid: key, unknown: 'nonsense', none: undefined }[credential];
    return comparedPartsOf(await send(baseUrl, method, path, { key: sent, headers: headers ?? {}, body }));
  };
  const [one, other] = [await ask(deployed), await ask(local)];
  return Object.entries(one).flatMap(([part, value]) => {
    const expected = Reflect.get(other, part);
    return isDeepStrictEqual(value, expected) ? [] : [{ part, deployed: value, local: expected }];
  });
}
