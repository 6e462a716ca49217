import type * as z from 'zod/mini';
import type { CallbackDocumentation, DocumentedRoute } from '../contract/documented-route.ts';
import {
  CREDENTIAL_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  IDEMPOTENCY_KEY_LENGTH_MAX,
  IDEMPOTENCY_KEY_PATTERN,
} from '../contract/headers.ts';
import { buildSuccessBodySchema } from '../contract/responses.ts';
import { RELEASE } from '../contract/versions/version-table.ts';
import { type ApiVersion, isServedIn } from '../contract/versions/versions.ts';
import { Components, withDescriptions } from './components.ts';
import { buildErrorResponseComponents, buildErrorResponses, errorCodesOf } from './error-responses.ts';
import { findRecordedResponse, findResponseVariants } from './examples/recorded-answers.ts';
import { buildResponseHeaderReferences, HEADER_COMPONENTS } from './headers.ts';
import { buildJsonSchema, type InputField, type Json, listInputFields } from './json-schema.ts';
import { IDEMPOTENCY_KEY_DESCRIPTION } from './operation-tables.ts';
import { TAGS } from './tags.ts';
import { eventTypeNameOf, operationTypeName } from './type-names.ts';

/** Returns the example of a parameter: the route's own example or, if there is none, a generated value. */
function buildParameterExample(
  route: DocumentedRoute,
  { place, name, schema }: InputField,
  components: Components,
): unknown {
  const text = (place === 'path' ? route.example?.params : route.example?.query)?.[name];
  if (text === undefined) return components.exampleOf(schema, name);
  if (schema.type === 'array') return text.split(',');
  return schema.type === 'number' || schema.type === 'integer' ? Number(text) : text;
}

function buildParameters(route: DocumentedRoute, components: Components): Json[] {
  return listInputFields(route).flatMap((field) => {
    const { place, name, required } = field;
    const { description, ...schema } = field.schema;
    if (place === 'body') return [];
    return {
      name,
      in: place,
      required,
      ...(description === undefined ? {} : { description }),
      // Describes an array parameter as one value with commas.
      ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
      schema,
      example: buildParameterExample(route, field, components),
    };
  });
}

function buildResponseExample(route: DocumentedRoute, schema: Json, components: Components): Json {
  if (route.format !== undefined) return { example: route.exampleText };
  const variants = findResponseVariants(route.id);
  if (variants === undefined) {
    return { example: findRecordedResponse(route.id) ?? components.draftResponse(schema, route.id) };
  }
  const exampleEntries = Object.entries(variants).map(([name, value]) => [name, { value }]);
  return { examples: Object.fromEntries(exampleEntries) };
}

function buildSuccessResponse(route: DocumentedRoute, components: Components): Json {
  const schema = components.addResponse(
    `${operationTypeName(route.id)}Response`,
    route.format === undefined
      ? buildSuccessBodySchema(route.response, { paginated: route.paginated, meta: route.meta })
      : route.response,
  );
  const type = route.format === 'html' ? 'text/html' : 'application/json';
  const mediaTypeObject = { schema, ...buildResponseExample(route, schema, components) };
  const headers = buildResponseHeaderReferences(route.status, { isIdempotent: route.idempotent === true });
  return { description: `${route.summary}.`, headers, content: { [type]: mediaTypeObject } };
}

const IDEMPOTENCY_KEY_PARAMETER = {
  name: IDEMPOTENCY_KEY_HEADER,
  in: 'header',
  required: false,
  description: IDEMPOTENCY_KEY_DESCRIPTION,
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: IDEMPOTENCY_KEY_LENGTH_MAX,
    pattern: IDEMPOTENCY_KEY_PATTERN.source,
  },
  example: '5d0e6a0c-0f61-4c07-9b0f-6d2a5c8c1a11',
} as const;

function buildBodySchema(route: DocumentedRoute, body: z.ZodMiniType): Json {
  const fields = listInputFields(route).filter(({ place }) => place === 'body');
  const properties = Object.fromEntries(fields.map(({ name, schema }) => [name, withDescriptions(schema)]));
  return { ...buildJsonSchema(body, 'body'), properties, ...route.bodyRules };
}

function buildRequestBody(route: DocumentedRoute, body: z.ZodMiniType, components: Components): Json {
  const schema = components.addBody(`${operationTypeName(route.id)}Request`, buildBodySchema(route, body));
  const example = route.example?.body ?? components.exampleOf(schema, route.id);
  return {
    required: !body.safeParse({}).success,
    content: { 'application/json': { schema, example } },
  };
}

/** OpenAPI expression for the `url` in the body of the original request. */
const REQUEST_URL_EXPRESSION = '{$request.body#/url}';

/** Returns the OpenAPI description of the requests that the service sends to a caller's server. */
function buildCallbacks(
  callbacks: readonly CallbackDocumentation[],
  tag: string,
  components: Components,
): Json {
  return Object.fromEntries(
    callbacks.map(({ name, description, schema: zodSchema }) => {
      const schema = components.addResponse(eventTypeNameOf(name), zodSchema);
      const content = { 'application/json': { schema, example: components.exampleOf(schema, name) } };
      const post = {
        operationId: `events.${name}`,
        tags: [tag],
        summary: description.replace(/\.$/, ''),
        description,
        security: [],
        requestBody: { required: true, content },
        responses: {
          '200': { description: 'Any status from 200 to 299 confirms the delivery.' },
          '410': { description: 'The endpoint is disabled and gets no more events.' },
        },
      };
      return [name, { [REQUEST_URL_EXPRESSION]: { post } }];
    }),
  );
}

function buildOperation(route: DocumentedRoute, components: Components): Json {
  const [group = ''] = route.id.split('.');
  return {
    operationId: route.id,
    tags: [group],
    summary: route.summary,
    description: route.description ?? `${route.summary}.`,
    security: route.access === 'public' ? [] : [{ ApiKey: [] }],
    'x-required-scope': route.access,
    'x-error-codes': errorCodesOf(route),
    parameters: [
      ...buildParameters(route, components),
      ...(route.idempotent === true ? [IDEMPOTENCY_KEY_PARAMETER] : []),
    ],
    ...(route.body === undefined ? {} : { requestBody: buildRequestBody(route, route.body, components) }),
    responses: {
      [String(route.status)]: buildSuccessResponse(route, components),
      ...buildErrorResponses(route),
    },
    ...(route.callbacks === undefined
      ? {}
      : { callbacks: buildCallbacks(route.callbacks, group, components) }),
  };
}

function buildPaths(routes: readonly DocumentedRoute[], components: Components): Json {
  const methodsByPath: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    const operationByMethod = methodsByPath[route.path] ?? {};
    operationByMethod[route.method.toLowerCase()] = buildOperation(route, components);
    methodsByPath[route.path] = operationByMethod;
  }
  return methodsByPath;
}

const API_DESCRIPTION =
  'Yield strategies, their performance and recommendations; investments; wallets and balances; market data. Every ' +
  'answer is `{success: true, data, meta}` or `{success: false, error: {code, message, details?}}`.';

/**
 * Returns the OpenAPI 3.1 document of a version's routes. The same routes always produce the same text.
 *
 * @param options `baseUrl`: the URL of the API with the version segment; a relative URL if the address of the
 * deployment is unknown
 */
export function buildOpenApi(
  allRoutes: readonly DocumentedRoute[],
  version: ApiVersion,
  options: { readonly baseUrl?: string } = {},
): Json {
  const { baseUrl = `/${version.id}` } = options;
  const routes = allRoutes.filter((route) => isServedIn(route, version));
  const components = new Components();
  const errorResponsesByName = buildErrorResponseComponents(components);
  const paths = buildPaths(routes, components);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Yield API',
      version: RELEASE,
      summary: 'The API of a yield optimization platform.',
      description: API_DESCRIPTION,
      contact: { name: 'The operator of this deployment' },
      license: { name: 'MIT', identifier: 'MIT' },
      'x-api-version': version.id,
      'x-lifecycle': version.state,
    },
    servers: [{ url: baseUrl, description: 'This deployment.' }],
    tags: [...new Set(routes.map((route) => route.id.split('.')[0] ?? ''))].map((name) => ({
      name,
      description: TAGS[name] ?? name,
    })),
    paths,
    components: {
      securitySchemes: {
        ApiKey: {
          type: 'apiKey',
          in: 'header',
          name: CREDENTIAL_HEADER,
          description: 'An API key, or the token of a session.',
        },
      },
      headers: HEADER_COMPONENTS,
      responses: errorResponsesByName,
      schemas: components.toJson(),
    },
  };
}
