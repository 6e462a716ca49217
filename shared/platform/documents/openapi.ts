import type * as z from 'zod/mini';
import type { DocumentedRoute } from '../contract/documented-route.ts';
import { ERRORS, type ErrorCode } from '../contract/errors.ts';
import {
  CHALLENGE_HEADER,
  CREDENTIAL_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  IDEMPOTENCY_KEY_MAX,
  IDEMPOTENT_REPLAYED_HEADER,
  RATE_LIMIT_HEADERS,
  REQUEST_ID_HEADER,
  RETRY_AFTER_HEADER,
} from '../contract/headers.ts';
import { errorBody, successBody } from '../contract/responses.ts';
import { commonErrors } from '../contract/route.ts';
import { type ApiVersion, isServedIn } from '../contract/versions.ts';
import { inputFields, type Json, jsonSchema } from './json-schema.ts';

const INTEGER = { type: 'integer', minimum: 0 } as const;

/** Response headers that stand on every answer, as OpenAPI describes them. */
const HEADERS = {
  [RATE_LIMIT_HEADERS.limit]: { description: 'Requests per minute of the plan.', schema: INTEGER },
  [RATE_LIMIT_HEADERS.remaining]: { description: 'Requests left in the current window.', schema: INTEGER },
  [RATE_LIMIT_HEADERS.reset]: {
    description: 'UTC epoch seconds at which the full limit is there again.',
    schema: INTEGER,
  },
  [REQUEST_ID_HEADER]: { description: 'Names this request in our logs.', schema: { type: 'string' } },
} as const;

/** What a 429 carries besides. */
const REFUSAL_HEADERS = {
  [RETRY_AFTER_HEADER]: { description: 'Seconds until a request is admitted again.', schema: INTEGER },
} as const;

/** What a 401 carries besides. */
const CHALLENGE_HEADERS = {
  [CHALLENGE_HEADER]: { description: 'How to authenticate.', schema: { type: 'string' } },
} as const;

/** What the answer to an idempotent request may carry besides. */
const REPLAY_HEADERS = {
  [IDEMPOTENT_REPLAYED_HEADER]: {
    description: 'There, and true, when this repeats the first answer under the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
} as const;

function references(headers: Json): Json {
  return Object.fromEntries(
    Object.keys(headers).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}

const HEADER_REFERENCES = references(HEADERS);
const REPLAY_HEADER_REFERENCES = references({ ...HEADERS, ...REPLAY_HEADERS });
/** The headers of a failure, where they are more than those of every answer. */
const FAILURE_HEADER_REFERENCES: Readonly<Record<number, Json>> = {
  401: references({ ...HEADERS, ...CHALLENGE_HEADERS }),
  429: references({ ...HEADERS, ...REFUSAL_HEADERS }),
};

function parameters(route: DocumentedRoute): Json[] {
  return inputFields(route).flatMap(({ place, name, required, schema: { description, ...schema } }) => {
    if (place === 'body') return [];
    const example = (place === 'path' ? route.example?.params : route.example?.query)?.[name];
    return {
      name,
      in: place,
      required,
      ...(description === undefined ? {} : { description }),
      // The shorter of the two forms that are understood: one value with commas.
      ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
      schema,
      ...(example === undefined ? {} : { example: schema.type === 'array' ? example.split(',') : example }),
    };
  });
}

/** Failures of a route by status, each listing its codes. */
function failures(route: DocumentedRoute): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set([...commonErrors(route), ...route.errors])) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, codes]) => [
        String(status),
        {
          description: codes.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join('\n\n'),
          headers: FAILURE_HEADER_REFERENCES[status] ?? HEADER_REFERENCES,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      ]),
  );
}

function success(route: DocumentedRoute): Json {
  const schema =
    route.format === undefined
      ? jsonSchema(successBody(route.response, { paginated: route.paginated, meta: route.meta }), 'output')
      : jsonSchema(route.response, 'output');
  const type = route.format === 'html' ? 'text/html' : 'application/json';
  const headers = route.idempotent === true ? REPLAY_HEADER_REFERENCES : HEADER_REFERENCES;
  return { description: route.summary, headers, content: { [type]: { schema } } };
}

const IDEMPOTENCY_PARAMETER = {
  name: IDEMPOTENCY_KEY_HEADER,
  in: 'header',
  required: false,
  description: 'Repeating a request with the same key within 24 hours repeats the first answer.',
  schema: { type: 'string', minLength: 1, maxLength: IDEMPOTENCY_KEY_MAX },
} as const;

/** The schema of a body as callers write it, with what each of its fields means. */
function bodySchema(route: DocumentedRoute, body: z.ZodMiniType): Json {
  const fields = inputFields(route).filter(({ place }) => place === 'body');
  const properties = Object.fromEntries(fields.map(({ name, schema }) => [name, schema]));
  return { ...jsonSchema(body, 'input'), properties };
}

function operation(route: DocumentedRoute): Json {
  const [group] = route.id.split('.');
  return {
    operationId: route.id,
    tags: [group],
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    security: route.access === 'public' ? [] : [{ ApiKey: [] }],
    'x-required-scope': route.access,
    parameters: [...parameters(route), ...(route.idempotent === true ? [IDEMPOTENCY_PARAMETER] : [])],
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: !route.body.safeParse({}).success,
            content: {
              'application/json': {
                schema: bodySchema(route, route.body),
                ...(route.example?.body === undefined ? {} : { example: route.example.body }),
              },
            },
          },
        }),
    responses: { [String(route.status)]: success(route), ...failures(route) },
  };
}

/**
 * The OpenAPI 3.1 document of the version's routes. Deterministic: the same routes give the same text.
 *
 * @param baseUrl the address that ends in the version segment; relative where the deployment is not known.
 */
export function buildOpenApi(
  allRoutes: readonly DocumentedRoute[],
  version: ApiVersion,
  baseUrl = `/${version.id}`,
): Json {
  const routes = allRoutes.filter((route) => isServedIn(route, version));
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    const methods = paths[route.path] ?? {};
    methods[route.method.toLowerCase()] = operation(route);
    paths[route.path] = methods;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Yield API',
      version: version.id,
      description:
        'Yield strategies, their performance and recommendations; investments; wallets and balances; market data.',
      license: { name: 'MIT', identifier: 'MIT' },
      'x-lifecycle': version.state,
    },
    servers: [{ url: baseUrl }],
    tags: [...new Set(routes.map((route) => route.id.split('.')[0]))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { ApiKey: { type: 'apiKey', in: 'header', name: CREDENTIAL_HEADER } },
      headers: { ...HEADERS, ...CHALLENGE_HEADERS, ...REFUSAL_HEADERS, ...REPLAY_HEADERS },
      schemas: { Error: jsonSchema(errorBody, 'output') },
    },
  };
}
