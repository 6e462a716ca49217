import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseEventQuery } from '../../../infra/emulator/gateway/http/query.ts';

test.each(['', '&', '&&'])(
  "if the query is '%s', both event fields for query parameters are null",
  (query) => {
    expect(parseEventQuery(query)).toEqual({
      queryStringParameters: null,
      multiValueQueryStringParameters: null,
    });
  },
);

test.each([
  ['a=1', { a: ['1'] }],
  ['a=1&a=2', { a: ['1', '2'] }],
  ['a', { a: [''] }],
  ['a=', { a: [''] }],
  ['=b', { '': ['b'] }],
  ['a=b=c', { a: ['b=c'] }],
  ['a=x+y%20z%2B', { a: ['x y z+'] }],
  ['a%5B0%5D=%C3%A9', { 'a[0]': ['é'] }],
  ['__proto__=x', Object.fromEntries([['__proto__', ['x']]])],
] satisfies [string, Record<string, string[]>][])(
  'the query %s is parsed as API Gateway parses it',
  (query, expected: Record<string, string[]>) => {
    const { queryStringParameters, multiValueQueryStringParameters } = parseEventQuery(query);
    expect(JSON.parse(JSON.stringify(multiValueQueryStringParameters))).toEqual(expected);
    for (const [name, values] of Object.entries(expected)) {
      expect(queryStringParameters?.[name]).toBe(values.at(-1));
    }
  },
);

test.each(['a=%', 'a=%z1', '%=1', 'a=%ff', 'a=%C3'])("the malformed query '%s' is rejected", (query) => {
  expect(() => parseEventQuery(query)).toThrow(URIError);
});

test('the local gateway decodes a query string to the names and values that the client encoded', () => {
  const pairs = fc.array(
    fc.tuple(fc.string({ unit: 'grapheme', minLength: 1 }), fc.string({ unit: 'grapheme' })),
    {
      minLength: 1,
    },
  );
  fc.assert(
    fc.property(pairs, (given) => {
      const query = given
        .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
        .join('&');
      const expected = new Map<string, string[]>();
      for (const [name, value] of given) expected.set(name, [...(expected.get(name) ?? []), value]);
      const { multiValueQueryStringParameters } = parseEventQuery(query);
      expect(Object.entries(multiValueQueryStringParameters ?? {}).toSorted()).toEqual(
        [...expected].toSorted(),
      );
    }),
  );
});
