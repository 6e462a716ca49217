import * as z from 'zod/mini';
import { invalidRequest, type RequestIssue } from '../platform/contract/errors.ts';
import { IDEMPOTENCY_KEY_HEADER, IDEMPOTENCY_KEY_MAX } from '../platform/contract/headers.ts';
import type { Route } from '../platform/contract/route.ts';
import { type Exchange, header, type Step } from './context.ts';

const NOTHING = z.strictObject({});
const IDEMPOTENCY_KEY = new RegExp(`^[\\x21-\\x7E]{1,${IDEMPOTENCY_KEY_MAX}}$`);

type Part = 'params' | 'query' | 'body';

/** One problem that zod found, as the caller reads it: where, and the rule. */
function describe(part: Part, schema: z.ZodMiniObject, issue: z.core.$ZodIssue): RequestIssue[] {
  const path = [part, ...issue.path.map(String)].join('.');
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(schema.shape).join(', ') || 'none';
    const kind = part === 'body' ? 'field' : 'parameter';
    return issue.keys.map((key) => ({
      path: `${path}.${key}`,
      message: `is not a ${kind} of this endpoint (known: ${known})`,
    }));
  }
  if (issue.code === 'invalid_type' && issue.input === undefined) return [{ path, message: 'is required' }];
  return [{ path, message: issue.message }];
}

function check(part: Part, schema: z.ZodMiniObject, value: unknown, issues: RequestIssue[]): unknown {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  for (const issue of result.error.issues) issues.push(...describe(part, schema, issue));
  return undefined;
}

/** Parameters given more than once: API Gateway would keep the last and drop the others unseen. */
function repeated(exchange: Exchange): RequestIssue[] {
  const values = exchange.event.multiValueQueryStringParameters ?? {};
  return Object.entries(values)
    .filter(([, given]) => (given?.length ?? 0) > 1)
    .map(([name]) => ({ path: `query.${name}`, message: 'must be given once' }));
}

function readIdempotencyKey(exchange: Exchange, issues: RequestIssue[]): void {
  if (exchange.route.idempotent !== true) return;
  const key = header(exchange.event, IDEMPOTENCY_KEY_HEADER.toLowerCase());
  if (key === undefined) return;
  if (IDEMPOTENCY_KEY.test(key)) exchange.idempotencyKey = key;
  else {
    const message = `must be 1 to ${IDEMPOTENCY_KEY_MAX} printable ASCII characters without spaces`;
    issues.push({ path: `headers.${IDEMPOTENCY_KEY_HEADER}`, message });
  }
}

function codeFor(route: Route, issues: readonly RequestIssue[]) {
  for (const { path } of issues) {
    const code = route.fieldErrors?.[path];
    if (code !== undefined) return code;
  }
  return 'invalid_request';
}

/** Checks path, query and body against the route's schemas and reports every broken rule at once. */
export function validate(): Step {
  return {
    name: 'validate',
    before: ({ event: exchange }) => {
      const { route, event } = exchange;
      const issues: RequestIssue[] = repeated(exchange);
      const params = check('params', route.params ?? NOTHING, event.pathParameters ?? {}, issues);
      const query = check('query', route.query ?? NOTHING, event.queryStringParameters ?? {}, issues);
      const body = route.body === undefined ? undefined : check('body', route.body, exchange.body, issues);
      readIdempotencyKey(exchange, issues);
      if (issues.length > 0) throw invalidRequest(issues, codeFor(route, issues));
      exchange.input = { params, query, body };
    },
  };
}
