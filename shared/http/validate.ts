import * as z from 'zod';
import { invalidRequest, type RequestIssue } from '../platform/contract/errors.ts';
import { IDEMPOTENCY_KEY_HEADER, IDEMPOTENCY_KEY_MAX } from '../platform/contract/headers.ts';
import { isList } from '../platform/contract/query.ts';
import type { Route } from '../platform/contract/route.ts';
import { type Exchange, header, type Step } from './context.ts';

const NOTHING = z.strictObject({});
const IDEMPOTENCY_KEY = new RegExp(`^[\\x21-\\x7E]{1,${IDEMPOTENCY_KEY_MAX}}$`);

type Part = 'params' | 'query' | 'body';

/** One problem that zod found, as the caller reads it: where, and the rule. */
function describe(part: Part, schema: z.ZodObject, issue: z.core.$ZodIssue): RequestIssue[] {
  // Of a list in the query, the parameter is what the caller wrote, and not one of its values.
  const places = part === 'query' ? issue.path.slice(0, 1) : issue.path;
  const path = [part, ...places.map(String)].join('.');
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

function check(part: Part, schema: z.ZodObject, value: unknown, issues: RequestIssue[]): unknown {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  for (const issue of result.error.issues) issues.push(...describe(part, schema, issue));
  return undefined;
}

/** Parameters given more than once: API Gateway would keep the last and drop the others unseen. */
function repeated(exchange: Exchange): RequestIssue[] {
  const values = exchange.event.multiValueQueryStringParameters ?? {};
  const { query } = exchange.route;
  return Object.entries(values)
    .filter(([name, given]) => (given?.length ?? 0) > 1 && !isList(query?.shape[name]))
    .map(([name]) => ({ path: `query.${name}`, message: 'must be given once' }));
}

/** The query with every list written with commas, also where its parameter was repeated. */
function queryOf({ event, route }: Exchange): Record<string, string | undefined> {
  const query: Record<string, string | undefined> = { ...event.queryStringParameters };
  for (const [name, given] of Object.entries(event.multiValueQueryStringParameters ?? {})) {
    if (given !== undefined && given.length > 1 && isList(route.query?.shape[name]))
      query[name] = given.join(',');
  }
  return query;
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
      const query = check('query', route.query ?? NOTHING, queryOf(exchange), issues);
      const body = route.body === undefined ? undefined : check('body', route.body, exchange.body, issues);
      readIdempotencyKey(exchange, issues);
      if (issues.length > 0) throw invalidRequest(issues, codeFor(route, issues));
      exchange.input = { params, query, body };
    },
  };
}
