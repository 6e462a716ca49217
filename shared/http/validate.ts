import * as z from 'zod/mini';
import { type ErrorCode, invalidRequestError, type RequestIssue } from '../platform/contract/errors.ts';
import {
  IDEMPOTENCY_KEY_HEADER,
  IDEMPOTENCY_KEY_LENGTH_MAX,
  IDEMPOTENCY_KEY_PATTERN,
} from '../platform/contract/headers.ts';
import type { Route } from '../platform/contract/route.ts';
import { findTooLongArrays } from './array-lengths.ts';
import { removeCursorTag } from './list-cursor.ts';
import type { Middleware, Request } from './middleware.ts';

const NO_FIELDS_SCHEMA = z.strictObject({});
const IDEMPOTENCY_KEY_HEADER_LOWER_CASE = IDEMPOTENCY_KEY_HEADER.toLowerCase();

type RequestPart = 'params' | 'query' | 'body';

/** Returns an issue for each unknown name. Only the first issue lists the known names. */
function buildUnknownNameIssues(
  part: RequestPart,
  path: string,
  unknownNames: readonly string[],
  schema: z.ZodMiniObject,
): RequestIssue[] {
  const kind = part === 'body' ? 'field' : 'parameter';
  const rule = `is not a ${kind} of this endpoint`;
  const knownNamesText = Object.keys(schema.shape).join(', ') || 'none';
  return unknownNames.map((name, index) => ({
    path: `${path}.${name}`,
    message: index === 0 ? `${rule} (known: ${knownNamesText})` : rule,
  }));
}

/**
 * Returns whether a query parameter that accepts only one value was sent several times. Its values then arrive as
 * an array.
 */
function isRepeatedParameter(part: RequestPart, issue: z.core.$ZodIssue): boolean {
  return part === 'query' && issue.code === 'invalid_type' && Array.isArray(issue.input);
}

function toRequestIssues(
  part: RequestPart,
  schema: z.ZodMiniObject,
  issue: z.core.$ZodIssue,
): RequestIssue[] {
  // For a list in the query, the path consists of the parameter's name only. It does not contain the index of
  // the wrong value.
  const fieldPath = part === 'query' ? issue.path.slice(0, 1) : issue.path;
  const path = [part, ...fieldPath.map(String)].join('.');
  if (issue.code === 'unrecognized_keys') return buildUnknownNameIssues(part, path, issue.keys, schema);
  if (isRepeatedParameter(part, issue)) return [{ path, message: 'must be sent only once' }];
  if (issue.code === 'invalid_type' && issue.input === undefined) return [{ path, message: 'is required' }];
  return [{ path, message: issue.message }];
}

function validateRequestPart(
  part: RequestPart,
  schema: z.ZodMiniObject,
  value: unknown,
  issues: RequestIssue[],
): unknown {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  for (const issue of result.error.issues) issues.push(...toRequestIssues(part, schema, issue));
  return undefined;
}

function validateBody(schema: z.ZodMiniObject, body: unknown, issues: RequestIssue[]): unknown {
  const tooLongArrayIssues = findTooLongArrays(schema, body);
  if (tooLongArrayIssues.length === 0) return validateRequestPart('body', schema, body, issues);
  issues.push(...tooLongArrayIssues);
  return undefined;
}

/** Pairs of filter names with the same meaning. Callers may use either name on every route. */
const ALIAS_AND_PARAMETER_PAIRS = [
  ['user_id', 'userId'],
  ['userId', 'user_id'],
] as const;

/** Renames `userId` or `user_id` to the other name if the route declares only the other name. */
function renameAliases(query: Record<string, unknown>, route: Route): Record<string, unknown> {
  const queryFields = route.query?.shape ?? {};
  const matchingAlias = ALIAS_AND_PARAMETER_PAIRS.find(
    ([alias, parameter]) => alias in query && !(alias in queryFields) && parameter in queryFields,
  );
  if (matchingAlias === undefined || matchingAlias[1] in query) return query;
  const [aliasName, parameterName] = matchingAlias;
  const { [aliasName]: value, ...otherParameters } = query;
  return { ...otherParameters, [parameterName]: value };
}

/**
 * Returns the query parameters of a request. A parameter that was sent several times has an array of all its
 * values. `queryStringParameters` of the event would contain only the last value.
 */
function queryParametersOf({ event }: Request): Record<string, unknown> {
  const query: Record<string, unknown> = event.queryStringParameters ?? {};
  const repeatedParameters = Object.entries(event.multiValueQueryStringParameters ?? {}).filter(
    ([, values]) => values !== undefined && values.length > 1,
  );
  return repeatedParameters.length === 0
    ? query
    : Object.fromEntries([...Object.entries(query), ...repeatedParameters]);
}

function setIdempotencyKey({ event, context, internal }: Request, issues: RequestIssue[]): void {
  if (internal.route.idempotent !== true) return;
  const key = event.headers?.[IDEMPOTENCY_KEY_HEADER_LOWER_CASE];
  if (key === undefined) return;
  const values = Object.entries(event.multiValueHeaders ?? {}).find(
    ([name]) => name.toLowerCase() === IDEMPOTENCY_KEY_HEADER_LOWER_CASE,
  )?.[1];
  if (values !== undefined && values.length > 1) {
    issues.push({
      path: `headers.${IDEMPOTENCY_KEY_HEADER}`,
      message: 'must be sent only once',
    });
  } else if (IDEMPOTENCY_KEY_PATTERN.test(key)) context.idempotencyKey = key;
  else {
    const message = `must be 1 to ${IDEMPOTENCY_KEY_LENGTH_MAX} printable ASCII characters without spaces`;
    issues.push({ path: `headers.${IDEMPOTENCY_KEY_HEADER}`, message });
  }
}

function errorCodeFor(route: Route, issues: readonly RequestIssue[]): ErrorCode {
  for (const { path } of issues) {
    const code = route.fieldErrors?.[path];
    if (code !== undefined) return code;
  }
  return 'invalid_request';
}

/** Validates path, query and body with the route's schemas. Reports all violated rules in one error. */
export function requestValidator(): Middleware {
  return {
    name: 'validate',
    before: (request) => {
      const { event, context, internal } = request;
      const { route } = internal;
      const issues: RequestIssue[] = [];
      const params = validateRequestPart(
        'params',
        route.params ?? NO_FIELDS_SCHEMA,
        event.pathParameters ?? {},
        issues,
      );
      const queryValues = removeCursorTag(request, renameAliases(queryParametersOf(request), route), issues);
      const query = validateRequestPart('query', route.query ?? NO_FIELDS_SCHEMA, queryValues, issues);
      const body = route.body === undefined ? undefined : validateBody(route.body, event.body, issues);
      setIdempotencyKey(request, issues);
      if (issues.length > 0) throw invalidRequestError(issues, errorCodeFor(route, issues));
      context.validated = { route, input: { params, query, body } };
    },
  };
}
