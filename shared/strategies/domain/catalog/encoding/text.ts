/** Texts by ordinal in one run of UTF-8, each followed by a line feed. */
export class Text {
  readonly bytes: Buffer;
  readonly starts: Uint32Array;

  constructor(bytes: Buffer, starts: Uint32Array) {
    if ((starts.at(-1) ?? 0) !== bytes.length) throw new RangeError('A text of the catalog is cut short.');
    this.bytes = bytes;
    this.starts = starts;
  }

  /** The text of an ordinal, without its last `dropped` bytes. */
  at(ordinal: number, dropped = 0): string {
    const end = (this.starts[ordinal + 1] ?? 0) - 1 - dropped;
    return this.bytes.toString('utf8', this.starts[ordinal] ?? 0, end);
  }
}
