/** Columns of numbers by name, one entry per row. NaN means unknown. */
export type Columns<Name extends string> = Readonly<Record<Name, Float32Array>>;

const BYTES_PER_FLOAT = Float32Array.BYTES_PER_ELEMENT;

/**
 * Packs a JSON header and arrays of numbers into bytes: the length of the header, the header, and then the raw float32
 * values.
 */
export function packColumns(header: object, columnArrays: readonly Float32Array[]): Uint8Array {
  const headerBytes = new TextEncoder().encode(
    JSON.stringify({ header, lengths: columnArrays.map((array) => array.length) }),
  );
  const valuesOffset = roundUpToFloatBytes(BYTES_PER_FLOAT + headerBytes.length);
  const valueCount = columnArrays.reduce((sum, array) => sum + array.length, 0);
  const bytes = new Uint8Array(valuesOffset + valueCount * BYTES_PER_FLOAT);
  new DataView(bytes.buffer).setUint32(0, headerBytes.length, true);
  bytes.set(headerBytes, BYTES_PER_FLOAT);
  let offset = valuesOffset;
  for (const array of columnArrays) {
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), offset);
    offset += array.byteLength;
  }
  return bytes;
}

/**
 * Returns the header as unchecked JSON. The arrays are views on the bytes if possible.
 * @throws RangeError for bytes that are truncated or have another format
 */
export function unpackColumns(bytes: Uint8Array): { header: unknown; arrays: Float32Array[] } {
  // A Float32Array must start at a multiple of 4 bytes in its buffer. Bytes that start elsewhere are copied.
  const alignedBytes = bytes.byteOffset % BYTES_PER_FLOAT === 0 ? bytes : bytes.slice();
  if (alignedBytes.length < BYTES_PER_FLOAT) throw new RangeError('The packed columns are cut short.');
  const view = new DataView(alignedBytes.buffer, alignedBytes.byteOffset, alignedBytes.byteLength);
  const headerByteLength = view.getUint32(0, true);
  if (BYTES_PER_FLOAT + headerByteLength > alignedBytes.length)
    throw new RangeError('The packed header is cut short.');
  const { header, lengths } = readPackedHeader(
    alignedBytes.subarray(BYTES_PER_FLOAT, BYTES_PER_FLOAT + headerByteLength),
  );
  let offset = roundUpToFloatBytes(BYTES_PER_FLOAT + headerByteLength);
  const columnArrays = lengths.map((length) => {
    if (offset + length * BYTES_PER_FLOAT > alignedBytes.length)
      throw new RangeError('The packed columns are cut short.');
    const array = new Float32Array(alignedBytes.buffer, alignedBytes.byteOffset + offset, length);
    offset += length * BYTES_PER_FLOAT;
    return array;
  });
  return { header, arrays: columnArrays };
}

function readPackedHeader(headerBytes: Uint8Array): { header: unknown; lengths: number[] } {
  const parsed: unknown = JSON.parse(new TextDecoder().decode(headerBytes));
  if (typeof parsed !== 'object' || parsed === null || !('header' in parsed) || !('lengths' in parsed)) {
    throw new RangeError('The packed header has another form.');
  }
  const { header, lengths } = parsed;
  if (!Array.isArray(lengths) || !lengths.every(isValidLength)) {
    throw new RangeError('The packed header has another form.');
  }
  return { header, lengths };
}

function isValidLength(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function roundUpToFloatBytes(length: number): number {
  return Math.ceil(length / BYTES_PER_FLOAT) * BYTES_PER_FLOAT;
}

export function createColumns<const Name extends string>(
  columnNames: readonly Name[],
  createColumn: (name: Name) => Float32Array,
): Columns<Name> {
  const entries = columnNames.map((name) => [name, createColumn(name)] as const);
  // The cast is safe, because every name has an entry.
  return Object.fromEntries(entries) as Record<Name, Float32Array>;
}
