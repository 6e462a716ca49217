import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import manifest from '../../../package.json' with { type: 'json' };
import type { DocumentedRoute } from '../../../shared/platform/contract/documented-route.ts';
import { ERRORS } from '../../../shared/platform/contract/errors.ts';
import { hasVisibleCharacter } from '../../../shared/platform/contract/query.ts';
import { commonErrorCodesOf } from '../../../shared/platform/contract/route.ts';
import { CURRENT_VERSION } from '../../../shared/platform/contract/versions/version-table.ts';
import { isServedIn } from '../../../shared/platform/contract/versions/versions.ts';
import {
  buildJsonSchema,
  isRecord,
  listInputFields,
} from '../../../shared/platform/documents/json-schema.ts';
import { buildOpenApi } from '../../../shared/platform/documents/openapi.ts';
import { ROUTES as ALL_ROUTES } from '../../../shared/service/routes.ts';
import { RISK_LEVELS } from '../../../shared/strategies/contract/strategy.ts';
import { END_USER_ID_LENGTH_MAX, endUserIdSchema } from '../../../shared/wallets/contract/fields.ts';
import { at } from '../../support/at.ts';
import { anyCharacter } from '../../support/characters.ts';

const ROUTES = ALL_ROUTES.filter((route) => isServedIn(route, CURRENT_VERSION));
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

/** Returns why a value does not match a schema of the document. Empty if it matches. */
function problems(schema: unknown, value: unknown): string {
  const own: unknown = JSON.parse(JSON.stringify(schema ?? {}).replaceAll('"#/', '"document#/'));
  return ajv.validate(isRecord(own) ? own : {}, value) ? '' : ajv.errorsText();
}

/** Returns a schema of the document, or the component that it refers to. */
function resolved(schema: unknown): unknown {
  const reference = at(schema, '$ref');
  return typeof reference === 'string' ? at(document, ...reference.slice(2).split('/')) : schema;
}

/** Returns whether the `type` of a schema lists more than one type besides null. */
function hasSeveralTypes(type: unknown): boolean {
  return Array.isArray(type) && type.filter((each) => each !== 'null').length > 1;
}

/** Yields every object of the document with the keys that lead to it. */
function* objects(value: unknown, path: readonly string[] = []): Generator<[readonly string[], object]> {
  if (typeof value !== 'object' || value === null) return;
  yield [path, value];
  for (const [key, inner] of Object.entries(value)) yield* objects(inner, [...path, key]);
}

describe('the OpenAPI document', () => {
  test('the document is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(z.record(z.string(), z.unknown()).parse(JSON.parse(text)));
    expect(result).toEqual({ valid: true });
  });

  test('the service rejects every end user id that the documented schema rejects', () => {
    const userId = at(document, 'components', 'schemas', 'CreateConnectionRequest', 'properties', 'userId');
    const isValidUserId = ajv.compile(isRecord(userId) ? userId : {});
    const rareCharacters = fc.constantFrom(
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
    const unit = fc.oneof(anyCharacter, rareCharacters);
    fc.assert(
      fc.property(fc.string({ unit, maxLength: END_USER_ID_LENGTH_MAX + 2 }), (id) => {
        const isAccepted = endUserIdSchema.safeParse(id).success;
        expect(isAccepted).toBe(id.isWellFormed() && isValidUserId(id) === true && hasVisibleCharacter(id));
      }),
    );
  });

  test('patterns have no escapes that OpenAPI tools for Go reject', () => {
    const patterns = [...text.matchAll(/"pattern":("(?:[^"\\\\]|\\\\.)*")/g)].map(([, json = '']) =>
      String(JSON.parse(json)),
    );
    expect(patterns.length).toBeGreaterThan(100);
    expect(patterns.filter((pattern) => /\\u(?![0-9A-F]{4})|\\p|\(\?/.test(pattern))).toEqual([]);
  });

  test('generating the document twice produces the same text', () => {
    expect(JSON.stringify(buildOpenApi(ROUTES, CURRENT_VERSION))).toBe(text);
  });

  test('every reference in the document points to an existing part of the document', () => {
    const references = [...text.matchAll(/"\$ref":"([^"]*)"/g)].map(([, reference = '']) => reference);
    expect(references.length).toBeGreaterThan(ROUTES.length);
    for (const reference of new Set(references)) {
      expect(reference).toMatch(/^#\//);
      expect(at(document, ...reference.slice(2).split('/')), reference).toBeDefined();
    }
  });

  test('no schema in the document is empty, because an empty schema allows every value', () => {
    const empty = [...objects(document)].filter(
      ([path, value]) =>
        Object.keys(value).length === 0 &&
        !Array.isArray(value) &&
        !path.some((key) => key === 'example' || key === 'examples') &&
        path.slice(-2).join('.') !== 'NoMeta.properties',
    );
    expect(empty.map(([path]) => path.join('/'))).toEqual([]);
  });

  test('the document contains no keys that only this project uses, such as "wire"', () => {
    expect(text).not.toContain('"wire"');
    expect(text).not.toContain('starts_with');
  });

  test('every operation in the document belongs to a route', () => {
    const operations = Object.values(isRecord(document.paths) ? document.paths : {}).flatMap((methods) =>
      Object.keys(isRecord(methods) ? methods : {}),
    );
    expect(operations).toHaveLength(ROUTES.length);
  });
});

describe.each(ROUTES.map((route) => [route.id, route] as const))(
  'the operation %s in the OpenAPI document',
  (id, route) => {
    test('the operation has the id of its route and states the scope that the route requires', () => {
      expect(operationOf(route)).toMatchObject({
        operationId: id,
        security: route.access === 'public' ? [] : [{ ApiKey: [] }],
        'x-required-scope': route.access,
      });
    });

    test('the operation names each parameter and body field, with a description', () => {
      const parameters = parametersOf(route);
      const place = (kind: string) => parameters.filter((each) => each.in === kind).map(({ name }) => name);
      expect(place('path')).toEqual(Object.keys(route.params?.shape ?? {}));
      expect(place('query')).toEqual(Object.keys(route.query?.shape ?? {}));
      expect(place('header')).toEqual(route.idempotent === true ? ['Idempotency-Key'] : []);
      expect(parameters.filter(({ in: kind, required }) => kind === 'path' && required !== true)).toEqual([]);
      const body = resolved(at(operationOf(route), 'requestBody', 'content', 'application/json', 'schema'));
      expect(Object.keys(at(body, 'properties') ?? {})).toEqual(Object.keys(route.body?.shape ?? {}));
      expect(listInputFields(route).filter(({ schema }) => typeof schema.description !== 'string')).toEqual(
        [],
      );
    });

    test('the operation lists its success status and the status of every possible error code', () => {
      const statuses = [...commonErrorCodesOf(route), ...route.errors].map((code) => ERRORS[code].status);
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

    test('the operation has examples of its parameters, body and response that match their schemas', () => {
      for (const { name, in: place, schema, example } of parametersOf(route)) {
        expect(example, `${place} ${name}`).toBeDefined();
        // An empty schema would let clients send a list instead of a text.
        expect(schema, `${place} ${name}`).not.toEqual({});
        expect(problems(schema, example), `${place} ${name}`).toBe('');
      }
      const operation = operationOf(route);
      const contents = [
        at(operation, 'requestBody', 'content'),
        at(operation, 'responses', String(route.status), 'content'),
      ];
      for (const [type, content] of contents.flatMap((each) => Object.entries(each ?? {}))) {
        const variants = Object.values(Object(at(content, 'examples'))).map((each) => at(each, 'value'));
        for (const example of variants.length === 0 ? [at(content, 'example')] : variants) {
          expect(example, type).toBeDefined();
          expect(problems(at(content, 'schema'), example), type).toBe('');
        }
      }
    });
  },
);

/** Keywords whose schemas only restrict fields that are described elsewhere. */
const CONDITIONAL_SCHEMA_KEYWORDS = ['not', 'dependentSchemas', 'if', 'then', 'else'];

describe('the OpenAPI document as input of client generators', () => {
  const all = [...objects(document)];
  /** The fields of all schemas, each with its path. Fields in conditional keywords are left out. */
  const fields = all.filter(
    ([path]) =>
      path.at(-2) === 'properties' && !CONDITIONAL_SCHEMA_KEYWORDS.some((word) => path.includes(word)),
  );

  test('every field has a description', () => {
    const lacksDescription = (schema: object): boolean => {
      if ('description' in schema || '$ref' in schema) return false;
      return !(
        'anyOf' in schema &&
        Array.isArray(schema.anyOf) &&
        schema.anyOf.some((each) => !lacksDescription(Object(each)))
      );
    };
    expect(fields.filter(([, schema]) => lacksDescription(schema)).map(([path]) => path.join('/'))).toEqual(
      [],
    );
  });

  test.each([
    ['both a pattern and a format', (schema: object) => 'format' in schema && 'pattern' in schema],
    ['the keyword const', (schema: object) => 'const' in schema],
    ['several types', (schema: object) => 'type' in schema && hasSeveralTypes(schema.type)],
    ['the keyword propertyNames', (schema: object) => 'propertyNames' in schema],
    [
      'alternatives with a format but without a type',
      (schema: object) =>
        'anyOf' in schema &&
        Array.isArray(schema.anyOf) &&
        schema.anyOf.filter(isRecord).some((each) => 'format' in each && !('type' in each)),
    ],
  ])('no schema has %s', (_, isSuch) => {
    expect(all.filter(([, value]) => isSuch(value)).map(([path]) => path.join('/'))).toEqual([]);
  });

  /** Returns whether a component is part of request bodies only. */
  const isRequestSchemaPath = (path: readonly string[]) =>
    /Request$|^CreateAlertFilter$|^WebhookEventType$/.test(path[path.indexOf('schemas') + 1] ?? '');
  const responseSchemaEntries = all.filter(
    ([path]) => path.includes('schemas') && !isRequestSchemaPath(path) && !path.includes('example'),
  );

  test('the schemas of responses allow additional fields', () => {
    const closed = responseSchemaEntries.filter(
      ([, value]) => 'properties' in value && at(value, 'additionalProperties') !== true,
    );
    // Ignore paths that end with `/properties`. One schema has a field with this name, so the path is not that of a
    // schema.
    expect(closed.map(([path]) => path.join('/')).filter((path) => !path.endsWith('/properties'))).toEqual(
      [],
    );
  });

  test('the enum of event types is used only in requests', () => {
    const users = all.filter(([, value]) => at(value, '$ref') === '#/components/schemas/WebhookEventType');
    expect(users.map(([path]) => path[path.indexOf('schemas') + 1])).toEqual([
      'CreateWebhookRequest',
      'UpdateWebhookRequest',
    ]);
  });

  test('in responses, only the states of API versions, the plans and the risk levels are enums', () => {
    const closed = responseSchemaEntries.filter(([path, value]) => 'enum' in value && path.at(-1) !== 'type');
    expect(closed.map(([path]) => path.join('/'))).toEqual([
      'components/schemas/ApiVersionState',
      'components/schemas/Plan',
      'components/schemas/RiskLevel',
    ]);
    expect(at(document, 'components', 'schemas', 'RiskLevel', 'enum')).toEqual(RISK_LEVELS);
    expect(at(document, 'components', 'schemas', 'ChainTransaction', 'properties', 'status')).toMatchObject({
      type: 'string',
      'x-extensible-enum': expect.arrayContaining(['pending', 'confirmed']),
    });
  });

  test('a response schema has no union of types except with null', () => {
    const unions = responseSchemaEntries.filter(
      ([, value]) =>
        'oneOf' in value ||
        at(value, 'anyOf', '2') !== undefined ||
        ('anyOf' in value && at(value, 'anyOf', '1', 'type') !== 'null'),
    );
    expect(unions.map(([path]) => path.join('/'))).toEqual([]);
  });

  test('every number in a schema has a range', () => {
    const numbers = all.filter(([, value]) => /number|integer/.test(String(at(value, 'type'))));
    const silent = numbers.filter(([, value]) => !/^(double|int64)$/.test(String(at(value, 'format'))));
    expect(numbers.length).toBeGreaterThan(100);
    expect(silent.map(([path]) => path.join('/'))).toEqual([]);
  });

  test('every object schema has a name', () => {
    const nameless = all.filter(
      ([path, value]) =>
        'properties' in value &&
        at(value, 'type') === 'object' &&
        path.at(-2) !== 'schemas' &&
        !path.includes('example'),
    );
    expect(nameless.map(([path]) => path.join('/'))).toEqual([]);
    // For an id `group.action`, oapi-codegen creates the type GroupActionResponse.
    const taken = ROUTES.map(({ id }) =>
      `${id}.response`.replace(/(^|[.-])(\w)/g, (_, __, letter) => letter.toUpperCase()),
    );
    const schemas = at(document, 'components', 'schemas');
    expect(taken.filter((name) => at(schemas, name) !== undefined)).toEqual([]);
  });

  test('the schemas that clients use most have fixed names, such as Strategy and Transaction', () => {
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

  test('every tag has a description', () => {
    const tags = Array.isArray(document.tags) ? document.tags.filter(isRecord) : [];
    expect(tags.filter(({ name, description }) => description === undefined || description === name)).toEqual(
      [],
    );
  });

  test('the version of the document equals the version in package.json', () => {
    expect(at(document, 'info', 'version')).toBe(manifest.version);
  });
});

describe('a parameter in the OpenAPI document', () => {
  const parameter = (id: string, name: string) => {
    const route = ROUTES.find((each) => each.id === id);
    return route && parametersOf(route).find((each) => each.name === name);
  };

  test.each([
    [
      'strategies.list',
      'per_page',
      { type: 'integer', format: 'int64', minimum: 1, maximum: 100, default: 10 },
    ],
    [
      'strategies.list',
      'risk_level',
      { type: 'array', items: { type: 'string', enum: ['low', 'medium', 'high'] }, minItems: 1, maxItems: 3 },
    ],
    [
      'strategies.list',
      'sort',
      {
        type: 'string',
        enum: ['tvl', 'current_apy', 'name', 'created_at'],
        'x-enum-varnames': ['tvl', 'current_apy', 'by_name', 'created_at'],
        default: 'tvl',
      },
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
  ])('the route %s has the parameter %s with the expected type, limits and default', (id, name, schema) => {
    expect(parameter(id, name)?.schema).toEqual(schema);
  });

  test('a list parameter is documented as one value with commas', () => {
    expect(parameter('market.prices', 'asset')).toMatchObject({
      style: 'form',
      explode: false,
      schema: { type: 'array' },
      example: ['ETH', 'USDC'],
    });
  });
});

test('buildJsonSchema returns the types, formats and limits of a schema', () => {
  const schema = z.strictObject({
    id: z.string().startsWith('inv_'),
    at: z.iso.datetime(),
    day: z.iso.date(),
    count: z.int().min(0),
  });
  expect(buildJsonSchema(schema, 'parameter').properties).toEqual({
    id: { type: 'string', pattern: '^inv_.*' },
    at: { type: 'string', format: 'date-time' },
    day: { type: 'string', format: 'date' },
    count: { type: 'integer', format: 'int64', minimum: 0 },
  });
});
