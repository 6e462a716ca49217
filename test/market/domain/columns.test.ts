import fc from 'fast-check';
import { expect, test } from 'vitest';
import { packColumns, unpackColumns } from '../../../shared/market/domain/history/columns.ts';

const column = fc.float32Array({ maxLength: 40 });
const header = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.constant(null)), {
  noNullPrototype: true,
});

test('columns of numbers are unchanged after packing and unpacking, at any offset in a buffer', () => {
  fc.assert(
    fc.property(header, fc.array(column, { maxLength: 6 }), fc.nat(7), (head, columns, shift) => {
      const packed = packColumns(head, columns);
      const buffer = new Uint8Array(packed.length + shift);
      buffer.set(packed, shift);
      const read = unpackColumns(buffer.subarray(shift));
      expect(read.header).toEqual(JSON.parse(JSON.stringify(head)));
      expect(read.arrays).toEqual(columns);
    }),
  );
});

test('unpackColumns rejects packed columns that were truncated at any length', () => {
  const packed = packColumns({ rows: 3 }, [Float32Array.of(1, 2, 3)]);
  for (let length = 0; length < packed.length; length += 1) {
    expect(() => unpackColumns(packed.subarray(0, length))).toThrow();
  }
});

test('packed columns with an unknown header are rejected', () => {
  const packed = packColumns({}, []);
  const text = new TextEncoder().encode('{"headex"');
  packed.set(text, 4);
  expect(() => unpackColumns(packed)).toThrow(RangeError);
});
