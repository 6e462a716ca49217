import * as z from 'zod';
import { errorBody, successBody } from './envelope.ts';
import { ERRORS, type ErrorCode } from './errors.ts';
import { commonErrors, type Route } from './route.ts';
import type { ApiVersion } from './versions.ts';

type Json = Readonly<Record<string, unknown>>;

/** Response headers that stand on every answer, as OpenAPI describes them. */
const HEADERS = {
  'X-RateLimit-Limit': { description: 'Requests per minute of the plan.', schema: { type: 'integer' } },
  'X-RateLimit-Remaining': {
    description: 'Requests left in the current window.',
    schema: { type: 'integer' },
  },
  'X-RateLimit-Reset': {
    description: 'UTC epoch seconds at which the full limit is there again.',
    schema: { type: 'integer' },
  },
  'X-Request-Id': { description: 'Names this request in our logs.', schema: { type: 'string' } },
} as const;

const HEADER_REFERENCES = Object.fromEntries(
  Object.keys(HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The JSON schema of what goes over the wire, with the wire type where the check behind it is on text. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema: target }) => {
      const { wire } = target;
      if (!isRecord(wire)) return;
      const kept = Object.entries(target).filter(([key]) => key === 'description' || key === 'default');
      for (const key of Object.keys(target)) delete target[key];
      Object.assign(target, wire, Object.fromEntries(kept));
    },
  });
  return rest;
}

function parametersIn(place: 'path' | 'query', schema: z.ZodObject | undefined, route: Route): Json[] {
  if (schema === undefined) return [];
  const { properties, required } = jsonSchema(schema, 'input');
  if (!isRecord(properties)) return [];
  const needed = Array.isArray(required) ? required : [];
  const examples = place === 'path' ? route.example?.params : route.example?.query;
  return Object.entries(properties).map(([name, property]) => {
    const { description, ...wire } = isRecord(property) ? property : {};
    return {
      name,
      in: place,
      required: place === 'path' || needed.includes(name),
      ...(description === undefined ? {} : { description }),
      schema: wire,
      ...(examples?.[name] === undefined ? {} : { example: examples[name] }),
    };
  });
}

/** Failures of a route by status, each listing its codes. */
function failures(route: Route): Json {
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
          headers: HEADER_REFERENCES,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
        },
      ]),
  );
}

function success(route: Route): Json {
  const schema =
    route.format === undefined
      ? jsonSchema(successBody(route.response, { paginated: route.paginated, meta: route.meta }), 'output')
      : jsonSchema(route.response, 'output');
  const type = route.format === 'html' ? 'text/html' : 'application/json';
  return { description: route.summary, headers: HEADER_REFERENCES, content: { [type]: { schema } } };
}

const IDEMPOTENCY_PARAMETER = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Repeating a request with the same key within 24 hours repeats the first answer.',
  schema: { type: 'string', maxLength: 255 },
} as const;

function operation(route: Route): Json {
  const [group] = route.id.split('.');
  return {
    operationId: route.id,
    tags: [group],
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    security: route.access === 'public' ? [] : [{ ApiKey: [] }],
    'x-required-scope': route.access,
    parameters: [
      ...parametersIn('path', route.params, route),
      ...parametersIn('query', route.query, route),
      ...(route.idempotent === true ? [IDEMPOTENCY_PARAMETER] : []),
    ],
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: !route.body.safeParse({}).success,
            content: {
              'application/json': {
                schema: jsonSchema(route.body, 'input'),
                ...(route.example?.body === undefined ? {} : { example: route.example.body }),
              },
            },
          },
        }),
    responses: { [String(route.status)]: success(route), ...failures(route) },
  };
}

/**
 * The OpenAPI 3.1 document of the routes. Deterministic: the same routes give the same text.
 *
 * @param baseUrl the address that ends in the version segment; relative where the deployment is not known.
 */
export function buildOpenApi(
  routes: readonly Route[],
  version: ApiVersion,
  baseUrl = `/${version.id}`,
): Json {
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
      securitySchemes: { ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-KEY' } },
      headers: HEADERS,
      schemas: { Error: jsonSchema(errorBody, 'output') },
    },
  };
}
