/** Constructors of the typed arrays that a section can contain. The key is the name of the type in the packed bytes. */
const ARRAY_CONSTRUCTORS = {
  f64: (buffer: ArrayBufferLike, offset: number, length: number) => new Float64Array(buffer, offset, length),
  f32: (buffer: ArrayBufferLike, offset: number, length: number) => new Float32Array(buffer, offset, length),
  u32: (buffer: ArrayBufferLike, offset: number, length: number) => new Uint32Array(buffer, offset, length),
  u8: (buffer: ArrayBufferLike, offset: number, length: number) => new Uint8Array(buffer, offset, length),
} as const;
type ArrayKind = keyof typeof ARRAY_CONSTRUCTORS;
export type SectionArray = ReturnType<(typeof ARRAY_CONSTRUCTORS)[ArrayKind]>;

interface SectionEntry {
  readonly name: string;
  readonly kind: ArrayKind;
  readonly length: number;
}

const ALIGNMENT_BYTES = 8;
const LENGTH_FIELD_BYTES = 4;

function alignOffset(offset: number): number {
  return Math.ceil(offset / ALIGNMENT_BYTES) * ALIGNMENT_BYTES;
}

function arrayKindOf(section: SectionArray): ArrayKind {
  if (section instanceof Float64Array) return 'f64';
  if (section instanceof Float32Array) return 'f32';
  return section instanceof Uint32Array ? 'u32' : 'u8';
}

/**
 * Packs a JSON header and named typed arrays into bytes: header length, header, and then the arrays. Each array starts
 * at a multiple of 8 bytes, so that a reader can use it as a view without copying.
 */
export function packSections(header: object, sections: Readonly<Record<string, SectionArray>>): Uint8Array {
  const entries = Object.entries(sections).map(
    ([name, section]): SectionEntry => ({ name, kind: arrayKindOf(section), length: section.length }),
  );
  const headerBytes = new TextEncoder().encode(JSON.stringify({ header, entries }));
  let size = alignOffset(LENGTH_FIELD_BYTES + headerBytes.length);
  for (const section of Object.values(sections)) size = alignOffset(size + section.byteLength);
  const bytes = new Uint8Array(size);
  new DataView(bytes.buffer).setUint32(0, headerBytes.length, true);
  bytes.set(headerBytes, LENGTH_FIELD_BYTES);
  let offset = alignOffset(LENGTH_FIELD_BYTES + headerBytes.length);
  for (const section of Object.values(sections)) {
    bytes.set(new Uint8Array(section.buffer, section.byteOffset, section.byteLength), offset);
    offset = alignOffset(offset + section.byteLength);
  }
  return bytes;
}

/** The header is unchecked JSON. */
export interface UnpackedSections {
  readonly header: unknown;
  /** All sections by name, in the order in which they are stored. */
  readonly sections: ReadonlyMap<string, SectionArray>;
  f64(name: string): Float64Array;
  f32(name: string): Float32Array;
  u32(name: string): Uint32Array;
  u8(name: string): Uint8Array;
}

/**
 * Returns the packed sections as views on the bytes.
 * @throws RangeError when the bytes are truncated, have another format, or lack a requested section
 */
export function unpackSections(packedBytes: Uint8Array): UnpackedSections {
  const bytes = packedBytes.byteOffset % ALIGNMENT_BYTES === 0 ? packedBytes : new Uint8Array(packedBytes);
  const { header, entries, start } = readHeader(bytes);
  const sections = new Map<string, SectionArray>();
  let offset = start;
  for (const { name, kind, length } of entries) {
    // The typed array's constructor throws a RangeError if the bytes are too short.
    const section = ARRAY_CONSTRUCTORS[kind](bytes.buffer, bytes.byteOffset + offset, length);
    offset = alignOffset(offset + section.byteLength);
    if (offset > bytes.length) throw new RangeError('The packed sections are cut short.');
    sections.set(name, section);
  }
  const missingSectionError = (name: string) => new RangeError(`There is no such section: ${name}`);
  return {
    header,
    sections,
    f64(name) {
      const section = sections.get(name);
      if (!(section instanceof Float64Array)) throw missingSectionError(name);
      return section;
    },
    f32(name) {
      const section = sections.get(name);
      if (!(section instanceof Float32Array)) throw missingSectionError(name);
      return section;
    },
    u32(name) {
      const section = sections.get(name);
      if (!(section instanceof Uint32Array)) throw missingSectionError(name);
      return section;
    },
    u8(name) {
      const section = sections.get(name);
      if (!(section instanceof Uint8Array)) throw missingSectionError(name);
      return section;
    },
  };
}

function readHeader(bytes: Uint8Array): { header: unknown; entries: SectionEntry[]; start: number } {
  if (bytes.length < LENGTH_FIELD_BYTES) throw new RangeError('The packed sections are cut short.');
  const headerByteCount = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0, true);
  const sectionsStart = alignOffset(LENGTH_FIELD_BYTES + headerByteCount);
  if (sectionsStart > bytes.length) throw new RangeError('The packed header is cut short.');
  const parsed: unknown = JSON.parse(
    new TextDecoder().decode(bytes.subarray(LENGTH_FIELD_BYTES, LENGTH_FIELD_BYTES + headerByteCount)),
  );
  if (typeof parsed !== 'object' || parsed === null || !('header' in parsed) || !('entries' in parsed)) {
    throw new RangeError('The packed header is of another form.');
  }
  const { header, entries } = parsed;
  if (!Array.isArray(entries) || !entries.every(isSectionEntry)) {
    throw new RangeError('The packed header is of another form.');
  }
  return { header, entries, start: sectionsStart };
}

function isSectionEntry(value: unknown): value is SectionEntry {
  if (typeof value !== 'object' || value === null) return false;
  if (!('name' in value) || !('kind' in value) || !('length' in value)) return false;
  const { name, kind, length } = value;
  return (
    typeof name === 'string' &&
    typeof kind === 'string' &&
    Object.hasOwn(ARRAY_CONSTRUCTORS, kind) &&
    typeof length === 'number' &&
    Number.isSafeInteger(length) &&
    length >= 0
  );
}
