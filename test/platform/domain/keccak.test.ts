import * as fc from 'fast-check';
import { keccak256 as reference } from 'viem/utils';
import { expect, test } from 'vitest';
import { keccak256 } from '../../../shared/platform/domain/keccak.ts';

test('hashes as viem does, around the ends of a block too', () => {
  const lengths = fc.oneof(fc.constantFrom(0, 1, 40, 135, 136, 137, 271, 272, 273), fc.nat({ max: 600 }));
  const bytes = lengths.chain((length) => fc.uint8Array({ minLength: length, maxLength: length }));
  fc.assert(
    fc.property(bytes, (input) => {
      expect(`0x${keccak256(input)}`).toBe(reference(input));
    }),
  );
});
