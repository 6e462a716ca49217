import type { DocumentedRoute } from '../contract/documented-route.ts';
import { buildErrorBodySchema, ERROR_CODES } from '../contract/error-responses.ts';
import { ERRORS, type ErrorCode } from '../contract/errors.ts';
import { commonErrorCodesOf } from '../contract/route.ts';
import type { Components } from './components.ts';
import { buildResponseHeaderReferences } from './headers.ts';
import type { Json } from './json-schema.ts';

/** Component names of the error responses, by status. */
const STATUS_NAMES: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  422: 'Unprocessable',
  429: 'TooManyRequests',
  500: 'InternalError',
};

const statusNameOf = (status: number) => STATUS_NAMES[status] ?? `Status${status}`;
const schemaName = (status: number) => `${statusNameOf(status).replace(/Error$/, '')}Error`;

/** Only the example of `invalid_request` needs details. */
function buildErrorExample(code: ErrorCode): Json {
  const issue = { path: 'query.page', message: 'must be a whole number from 1 to 1000000000' };
  const hasIssues = code === 'invalid_request';
  return {
    success: false,
    error: {
      code,
      message: hasIssues ? `${issue.path}: ${issue.message}` : ERRORS[code].message,
      details: {
        ...(hasIssues && { issues: [issue] }),
        request_id: '8c5b1a52-6d0e-4a36-9a2f-3f6f0c1d2e4b',
      },
    },
  };
}

function groupByStatus(codes: readonly ErrorCode[]): [number, ErrorCode[]][] {
  return [...Map.groupBy(codes, (code) => ERRORS[code].status)].sort(([a], [b]) => a - b);
}

/** Returns one error response for each status. All operations refer to these responses. */
export function buildErrorResponseComponents(components: Components): Json {
  return Object.fromEntries(
    groupByStatus(ERROR_CODES).map(([status, codes]) => {
      const schema = components.addResponse(schemaName(status), buildErrorBodySchema(codes));
      const [code = 'internal_error'] = codes;
      return [
        statusNameOf(status),
        {
          description: codes.map((each) => `\`${each}\`: ${ERRORS[each].message}`).join('\n\n'),
          headers: buildResponseHeaderReferences(status),
          content: { 'application/json': { schema, example: buildErrorExample(code) } },
        },
      ];
    }),
  );
}

export function errorCodesOf(route: DocumentedRoute): ErrorCode[] {
  return [...new Set([...commonErrorCodesOf(route), ...route.errors])];
}

/** Returns the error responses of a route by status. Each is a reference to a shared response. */
export function buildErrorResponses(route: DocumentedRoute): Json {
  return Object.fromEntries(
    groupByStatus(errorCodesOf(route)).map(([status]) => [
      String(status),
      { $ref: `#/components/responses/${statusNameOf(status)}` },
    ]),
  );
}
