import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  assetParam,
  booleanParam,
  enumParam,
  integerParam,
  listParam,
  numberParam,
  PER_PAGE_MAX,
  pageParams,
  textParam,
} from '../../../shared/platform/contract/query.ts';
import { buildJsonSchema } from '../../../shared/platform/documents/json-schema.ts';

const messages = (schema: z.ZodMiniType, value: unknown) =>
  schema.safeParse(value).error?.issues.map((issue) => issue.message);

describe('the page parameters of a query', () => {
  const page = z.strictObject(pageParams);

  test('page defaults to 1 and per_page to 10', () => {
    expect(page.parse({})).toEqual({ page: 1, per_page: 10 });
  });

  test('per_page is at most 100', () => {
    expect(page.parse({ per_page: '100' }).per_page).toBe(100);
    expect(messages(page, { per_page: '101' })).toEqual([`must be a whole number from 1 to ${PER_PAGE_MAX}`]);
  });

  test.each([
    '0',
    '-1',
    '1.5',
    '1e1',
    '0x10',
    '',
    ' 1',
    '1 ',
    'one',
    'NaN',
    'Infinity',
    '١',
    '9'.repeat(400),
  ])('page=%j is rejected with an error that states the rule', (value) => {
    expect(messages(page, { page: value })?.[0]).toMatch(/^must be a whole number from 1 to \d+$/);
  });
});

describe('numberParam validates a number in a query', () => {
  const schema = numberParam({ min: -5, max: 100 });

  test.each([
    ['4.5', 4.5],
    ['-1', -1],
    ['0', 0],
    ['.5', 0.5],
    ['+2', 2],
    ['1e2', 100],
    ['2.5E+1', 25],
    ['.5e-3', 0.0005],
  ])('numberParam parses %s as %d', (text, value) => {
    expect(schema.parse(text)).toBe(value);
  });

  test.each([
    '',
    'abc',
    '1e3',
    '1e400',
    'e2',
    '1e',
    '0x1',
    'NaN',
    'Infinity',
    '1,5',
    '--1',
    '.',
    '101',
    '-5.1',
  ])('numberParam rejects %j', (text) => {
    expect(messages(schema, text)?.[0]).toBe('must be a decimal number from -5 to 100');
  });
});

describe('text parameters of a query', () => {
  test('enumParam accepts a choice in any letter case', () => {
    const schema = enumParam(['low', 'high']);
    expect(schema.parse('LoW')).toBe('low');
    expect(messages(schema, 'mid')).toEqual(['must be one of low, high']);
  });

  test('an asset in any letter case is parsed to upper case', () => {
    expect(assetParam().parse('usdc')).toBe('USDC');
  });

  test.each(['', 'a\u0000b', '\uFFFD', 'x'.repeat(65), '\n', 'a\u202eb', 'a\u2066b', 'a\u061cb', 'a\u200fb'])(
    'the text %j is rejected',
    (value) => {
      expect(messages(textParam(64), value)).toContain('must be 1 to 64 printable characters');
    },
  );

  test.each([
    ...['a\u200bb', 'a\ufeffb', 'a\u2060b', 'a\u00adb', 'a\u{e0041}b', 'a\u034fb', 'a\u115fb', 'a\u17b4b'],
    ...['a\u180eb', 'a\u3164b', 'a\uffa0b', 'a\u{1d173}b'],
  ])('the text %j with an invisible character is rejected', (value) => {
    expect(messages(textParam(64), value)).toContain('must be 1 to 64 printable characters');
  });

  test.each(['नमस्\u200dते', '\u{1f468}\u200d\u{1f469}', '名\u{e0100}', 'Ключ', 'مفتاح'])(
    'the text %j is accepted',
    (value) => {
      expect(textParam(64).parse(value)).toBe(value);
    },
  );

  test.each([
    ...['\u2800', '\u200c\u200d', '\ufe0f', ' \u2800 ', '\u{e0100}', '\ufff9', '\u0600', '\u0301', '\ue000'],
    ...['\u06dd\u070f', '\u{13430}', '\u{1bca0}', '\u{110bd}', '\u{e0fff}'],
  ])('the text %j without a visible character is rejected', (value) => {
    expect(messages(textParam(8), value)).toEqual(['must contain a visible character']);
  });

  test('a blank text is rejected', () => {
    expect(textParam(8).parse(' a b')).toBe(' a b');
    expect(messages(textParam(8), '\u00a0  ')).toEqual(['must contain a visible character']);
  });

  test('booleanParam parses the text true or false in any letter case, and rejects other texts', () => {
    expect(booleanParam().parse('TRUE')).toBe(true);
    expect(booleanParam().parse('false')).toBe(false);
    expect(booleanParam().safeParse('1').success).toBe(false);
  });

  test('a list parameter removes repeated values and keeps the order', () => {
    const schema = listParam(assetParam(), 3);
    expect(schema.parse('eth, usdc,ETH')).toEqual(['ETH', 'USDC', 'ETH']);
    expect(schema.parse('eth,eth')).toEqual(['ETH']);
    expect(messages(schema, 'a,b,c,d')).toEqual(['must be 1 to 3 values separated by commas']);
    expect(messages(schema, undefined)).toEqual(['is required']);
  });
});

test('the OpenAPI schema of a parameter has the type and the limits of the parsed value', () => {
  const described = (schema: z.ZodMiniType) => buildJsonSchema(schema, 'parameter');
  expect(described(integerParam({ min: 1, max: 2 }))).toEqual({
    type: 'integer',
    format: 'int64',
    minimum: 1,
    maximum: 2,
  });
  expect(described(numberParam({ min: -1, max: 2 }))).toEqual({
    type: 'number',
    format: 'double',
    minimum: -1,
    maximum: 2,
  });
  expect(described(enumParam(['low', 'high']))).toEqual({ type: 'string', enum: ['low', 'high'] });
  expect(described(booleanParam())).toEqual({ type: 'boolean' });
  expect(described(listParam(assetParam(), 3))).toEqual({
    type: 'array',
    items: {
      type: 'string',
      minLength: 1,
      maxLength: 64,
      pattern:
        '^[^\\x00-\\x1f\\x7f-\\x9f\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B\\u200E\\u200F\\u2028-\\u202E\\u2060-\\u206F\\u3164\\uFEFF\\uFFA0\\uFFFD]*$',
    },
    minItems: 1,
    maxItems: 3,
  });
});
