import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { DocumentedRoute } from '../../../shared/platform/contract/documented-route.ts';
import { ERRORS } from '../../../shared/platform/contract/errors.ts';
import { commonErrors } from '../../../shared/platform/contract/route.ts';
import { CURRENT_VERSION } from '../../../shared/platform/contract/version-table.ts';
import { inputFields, isRecord, jsonSchema } from '../../../shared/platform/documents/json-schema.ts';
import { buildOpenApi } from '../../../shared/platform/documents/openapi.ts';
import { ROUTES } from '../../../shared/service/routes.ts';

const document = buildOpenApi(ROUTES, CURRENT_VERSION);
const text = JSON.stringify(document);

/** The value below a document at a list of keys; undefined where there is none. */
function at(value: unknown, ...keys: string[]): unknown {
  return keys.reduce((inner, key) => (isRecord(inner) ? inner[key] : undefined), value);
}

function operationOf(route: DocumentedRoute): unknown {
  return at(document, 'paths', route.path, route.method.toLowerCase());
}

function parametersOf(route: DocumentedRoute): Readonly<Record<string, unknown>>[] {
  const parameters = at(operationOf(route), 'parameters');
  return Array.isArray(parameters) ? parameters.filter(isRecord) : [];
}

/** Every object of the document with the keys that lead to it. */
function* objects(value: unknown, path: readonly string[] = []): Generator<[readonly string[], object]> {
  if (typeof value !== 'object' || value === null) return;
  yield [path, value];
  for (const [key, inner] of Object.entries(value)) yield* objects(inner, [...path, key]);
}

describe('the document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(JSON.parse(text));
    expect(result).toEqual({ valid: true });
  });

  test('is the same text for the same routes', () => {
    expect(JSON.stringify(buildOpenApi(ROUTES, CURRENT_VERSION))).toBe(text);
  });

  test('refers to nothing that it does not hold', () => {
    const references = [...text.matchAll(/"\$ref":"([^"]*)"/g)].map(([, reference = '']) => reference);
    expect(references.length).toBeGreaterThan(ROUTES.length);
    for (const reference of new Set(references)) {
      expect(reference).toMatch(/^#\//);
      expect(at(document, ...reference.slice(2).split('/')), reference).toBeDefined();
    }
  });

  test('leaves no schema empty but those of free objects', () => {
    const empty = [...objects(document)].filter(([, value]) => Object.keys(value).length === 0);
    const accidental = empty.filter(
      ([path]) => path.at(-1) !== 'additionalProperties' && path.slice(-2).join('.') !== 'meta.properties',
    );
    expect(accidental.filter(([, value]) => !Array.isArray(value)).map(([path]) => path.join('/'))).toEqual(
      [],
    );
    const free = empty
      .filter(([path]) => path.at(-1) === 'additionalProperties')
      .map(([path]) => path.join('/'));
    expect(free).toEqual([
      'paths//openapi.json/get/responses/200/content/application/json/schema/additionalProperties',
      'components/schemas/Error/properties/error/properties/details/additionalProperties',
    ]);
  });

  test('holds no key of ours that other readers do not know', () => {
    expect(text).not.toContain('"wire"');
    expect(text).not.toContain('starts_with');
  });

  test('has no operation besides the routes', () => {
    const operations = Object.values(isRecord(document.paths) ? document.paths : {}).flatMap((methods) =>
      Object.keys(isRecord(methods) ? methods : {}),
    );
    expect(operations).toHaveLength(ROUTES.length);
  });
});

describe.each(ROUTES.map((route) => [route.id, route] as const))('%s', (id, route) => {
  test('has its operation, with the scope that it asks for', () => {
    expect(operationOf(route)).toMatchObject({
      operationId: id,
      security: route.access === 'public' ? [] : [{ ApiKey: [] }],
      'x-required-scope': route.access,
    });
  });

  test('names each of its parameters and body fields, with a description of each', () => {
    const parameters = parametersOf(route);
    const place = (kind: string) => parameters.filter((each) => each.in === kind).map(({ name }) => name);
    expect(place('path')).toEqual(Object.keys(route.params?.shape ?? {}));
    expect(place('query')).toEqual(Object.keys(route.query?.shape ?? {}));
    expect(place('header')).toEqual(route.idempotent === true ? ['Idempotency-Key'] : []);
    expect(parameters.filter(({ in: kind, required }) => kind === 'path' && required !== true)).toEqual([]);
    const body = at(operationOf(route), 'requestBody', 'content', 'application/json', 'schema', 'properties');
    expect(Object.keys(body ?? {})).toEqual(Object.keys(route.body?.shape ?? {}));
    expect(inputFields(route).filter(({ schema }) => typeof schema.description !== 'string')).toEqual([]);
  });

  test('has its success and the status of every code that it can answer with', () => {
    const statuses = [...commonErrors(route), ...route.errors].map((code) => ERRORS[code].status);
    const responses = at(operationOf(route), 'responses');
    expect(new Set(Object.keys(responses ?? {}))).toEqual(new Set([route.status, ...statuses].map(String)));
    for (const code of route.errors) {
      expect(at(responses, String(ERRORS[code].status), 'description')).toContain(`\`${code}\``);
    }
  });

  test('has an example that its document schemas accept', () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    for (const { name, in: place, schema, example } of parametersOf(route)) {
      if (example === undefined || !isRecord(schema)) continue;
      // In a path or a query everything is text; what it stands for is checked.
      const value = schema.type === 'number' || schema.type === 'integer' ? Number(example) : example;
      expect(ajv.validate(schema, value), `${place} ${name}: ${ajv.errorsText()}`).toBe(true);
    }
    const content = at(operationOf(route), 'requestBody', 'content', 'application/json');
    if (content === undefined) return;
    const schema = at(content, 'schema');
    expect(ajv.validate(isRecord(schema) ? schema : {}, at(content, 'example') ?? {}), ajv.errorsText()).toBe(
      true,
    );
  });
});

describe('a parameter on the wire', () => {
  const parameter = (id: string, name: string) => {
    const route = ROUTES.find((each) => each.id === id);
    return route && parametersOf(route).find((each) => each.name === name);
  };

  test.each([
    ['strategies.list', 'per_page', { type: 'integer', minimum: 1, maximum: 100, default: 10 }],
    ['strategies.list', 'risk_level', { type: 'string', enum: ['low', 'medium', 'high'] }],
    [
      'strategies.list',
      'sort',
      { type: 'string', enum: ['tvl', 'current_apy', 'name', 'created_at'], default: 'tvl' },
    ],
    ['market.tvl', 'history', { type: 'boolean', default: true }],
    ['investments.history', 'from', { type: 'string', anyOf: [{ format: 'date' }, { format: 'date-time' }] }],
  ])('%s %s has its type, its rule and its default', (id, name, schema) => {
    expect(parameter(id, name)?.schema).toEqual(schema);
  });

  test('a list is one value with commas, because a repeated parameter is refused', () => {
    expect(parameter('market.prices', 'assets')).toMatchObject({
      style: 'form',
      explode: false,
      schema: { type: 'array' },
      example: ['ETH', 'USDC'],
    });
  });
});

test('a schema in JSON says what is expected on the wire, in few words', () => {
  const schema = z.strictObject({
    id: z.string().startsWith('inv_'),
    at: z.iso.datetime(),
    day: z.iso.date(),
    count: z.int().min(0),
  });
  expect(jsonSchema(schema, 'output').properties).toEqual({
    id: { type: 'string', pattern: '^inv_.*' },
    at: { type: 'string', format: 'date-time', pattern: 'Z$' },
    day: { type: 'string', format: 'date' },
    count: { type: 'integer', minimum: 0 },
  });
});
