import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, hashRequestInput } from '../../../shared/platform/domain/request-hash.ts';

test('the canonical JSON text of a value can be parsed back to the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test('the request hash does not depend on the order of fields', () => {
  expect(hashRequestInput({ a: 1, b: { c: [1, 2], d: null } })).toBe(
    hashRequestInput({ b: { d: null, c: [1, 2] }, a: 1 }),
  );
  expect(hashRequestInput({ a: 1, b: undefined })).toBe(hashRequestInput({ a: 1 }));
  expect(hashRequestInput({ a: [1, 2] })).not.toBe(hashRequestInput({ a: [2, 1] }));
  expect(hashRequestInput({ a: '1' })).not.toBe(hashRequestInput({ a: 1 }));
});
