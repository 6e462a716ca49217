import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import manifest from '../../../package.json' with { type: 'json' };
import type { DocumentedRoute } from '../../../shared/platform/contract/documented-route.ts';
import { ERRORS } from '../../../shared/platform/contract/errors.ts';
import { commonErrors } from '../../../shared/platform/contract/route.ts';
import { CURRENT_VERSION } from '../../../shared/platform/contract/versions/version-table.ts';
import { inputFields, isRecord, jsonSchema } from '../../../shared/platform/documents/json-schema.ts';
import { buildOpenApi } from '../../../shared/platform/documents/openapi.ts';
import { ROUTES } from '../../../shared/service/routes.ts';
import { END_USER_ID_MAX, endUserId } from '../../../shared/wallets/contract/fields.ts';
import { at } from '../../support/at.ts';

const document = buildOpenApi(ROUTES, CURRENT_VERSION);
const text = JSON.stringify(document);

function operationOf(route: DocumentedRoute): unknown {
  return at(document, 'paths', route.path, route.method.toLowerCase());
}

function parametersOf(route: DocumentedRoute): Readonly<Record<string, unknown>>[] {
  const parameters = at(operationOf(route), 'parameters');
  return Array.isArray(parameters) ? parameters.filter(isRecord) : [];
}

const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema({
  $id: 'document',
  ...document,
});

/** What a schema of the document has against a value; nothing where it accepts it. */
function problems(schema: unknown, value: unknown): string {
  const own: unknown = JSON.parse(JSON.stringify(schema ?? {}).replaceAll('"#/', '"document#/'));
  return ajv.validate(isRecord(own) ? own : {}, value) ? '' : ajv.errorsText();
}

/** Whether a type is more than one and null. */
function isSeveral(type: unknown): boolean {
  return Array.isArray(type) && type.filter((each) => each !== 'null').length > 1;
}

/** Every object of the document with the keys that lead to it. */
function* objects(value: unknown, path: readonly string[] = []): Generator<[readonly string[], object]> {
  if (typeof value !== 'object' || value === null) return;
  yield [path, value];
  for (const [key, inner] of Object.entries(value)) yield* objects(inner, [...path, key]);
}

describe('the document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(z.record(z.string(), z.unknown()).parse(JSON.parse(text)));
    expect(result).toEqual({ valid: true });
  });

  test('says of the ids of the caller’s users exactly what is refused', () => {
    const schema = at(document, 'paths', '/api/walletprovider', 'post', 'requestBody', 'content');
    const userId = at(schema, 'application/json', 'schema', 'properties', 'userId');
    const accepts = ajv.compile(isRecord(userId) ? userId : {});
    const seldom = fc.constantFrom(
      '\u00a0',
      '\u00ad',
      '\u200b',
      '\u2028',
      '\u202e',
      '\ufeff',
      '\ud800',
      '😀',
      '\u0301',
    );
    const unit = fc.oneof(fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }), seldom);
    fc.assert(
      fc.property(fc.string({ unit, maxLength: END_USER_ID_MAX + 2 }), (id) => {
        const isAccepted = endUserId.safeParse(id).success;
        expect(isAccepted).toBe(id.isWellFormed() && accepts(id) === true);
      }),
    );
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
    const empty = [...objects(document)].filter(
      ([path, value]) => Object.keys(value).length === 0 && !path.includes('example'),
    );
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
    const operation = operationOf(route);
    const responses = at(operation, 'responses');
    expect(new Set(Object.keys(responses ?? {}))).toEqual(new Set([route.status, ...statuses].map(String)));
    for (const code of route.errors) {
      const reference = at(responses, String(ERRORS[code].status), '$ref');
      expect(reference).toMatch(/^#\/components\/responses\/[A-Z]\w+$/);
      const response = at(document, ...String(reference).slice(2).split('/'));
      expect(at(response, 'description')).toContain(`\`${code}\``);
      expect(at(operation, 'x-error-codes')).toContain(code);
    }
  });

  test('has an example of each parameter, of its body and of its answer that its schemas accept', () => {
    for (const { name, in: place, schema, example } of parametersOf(route)) {
      expect(example, `${place} ${name}`).toBeDefined();
      // A schema that says nothing would let clients send a list where one text is read.
      expect(schema, `${place} ${name}`).not.toEqual({});
      expect(problems(schema, example), `${place} ${name}`).toBe('');
    }
    const operation = operationOf(route);
    const contents = [
      at(operation, 'requestBody', 'content'),
      at(operation, 'responses', String(route.status), 'content'),
    ];
    for (const [type, content] of contents.flatMap((each) => Object.entries(each ?? {}))) {
      expect(at(content, 'example'), type).toBeDefined();
      expect(problems(at(content, 'schema'), at(content, 'example')), type).toBe('');
    }
  });
});

describe('what clients are made of', () => {
  const all = [...objects(document)];
  /** The fields of every answer, by the keys that lead to them. */
  const fields = all.filter(
    ([path]) => path.at(-2) === 'properties' && !path.includes('not') && !path.includes('dependentSchemas'),
  );

  test('says of each field what it is', () => {
    const isSilent = (schema: object): boolean => {
      if ('description' in schema || '$ref' in schema) return false;
      return !(
        'anyOf' in schema &&
        Array.isArray(schema.anyOf) &&
        schema.anyOf.some((each) => !isSilent(Object(each)))
      );
    };
    expect(fields.filter(([, schema]) => isSilent(schema)).map(([path]) => path.join('/'))).toEqual([]);
  });

  test.each([
    ['a pattern beside a format', (schema: object) => 'format' in schema && 'pattern' in schema],
    ['a constant', (schema: object) => 'const' in schema],
    ['several types at once', (schema: object) => 'type' in schema && isSeveral(schema.type)],
    ['names of properties as a schema', (schema: object) => 'propertyNames' in schema],
    [
      'alternatives of formats',
      (schema: object) =>
        'anyOf' in schema &&
        Array.isArray(schema.anyOf) &&
        schema.anyOf.filter(isRecord).some((each) => 'format' in each && !('type' in each)),
    ],
  ])('has nowhere %s', (_, isSuch) => {
    expect(all.filter(([, value]) => isSuch(value)).map(([path]) => path.join('/'))).toEqual([]);
  });

  test('lets answers have further fields one day', () => {
    const closed = all.filter(
      ([path, value]) =>
        'additionalProperties' in value &&
        value.additionalProperties === false &&
        !path.includes('requestBody'),
    );
    expect(closed.map(([path]) => path.join('/'))).toEqual([]);
  });

  test('has names for what clients name', () => {
    expect(
      Object.keys(
        isRecord(at(document, 'components', 'schemas')) ? Object(at(document, 'components', 'schemas')) : {},
      ),
    ).toEqual(
      expect.arrayContaining([
        'ChainTransaction',
        'ErrorCode',
        'Investment',
        'Pagination',
        'Strategy',
        'StrategyDetail',
        'Transaction',
      ]),
    );
  });

  test('describes every tag', () => {
    const tags = Array.isArray(document.tags) ? document.tags.filter(isRecord) : [];
    expect(tags.filter(({ name, description }) => description === undefined || description === name)).toEqual(
      [],
    );
  });

  test('names the release, which package.json names too', () => {
    expect(at(document, 'info', 'version')).toBe(manifest.version);
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
    [
      'investments.history',
      'from',
      {
        type: 'string',
        pattern:
          '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])(T([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d+)?)?(Z|[+-]([01]\\d|2[0-3]):[0-5]\\d))?$',
      },
    ],
  ])('%s %s has its type, its rule and its default', (id, name, schema) => {
    expect(parameter(id, name)?.schema).toEqual(schema);
  });

  test('a list is one value with commas, the shorter of the two forms that are understood', () => {
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
    at: { type: 'string', format: 'date-time' },
    day: { type: 'string', format: 'date' },
    count: { type: 'integer', minimum: 0 },
  });
});
