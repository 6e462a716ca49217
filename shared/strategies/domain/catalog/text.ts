/** Texts by ordinal in one run of UTF-8, each followed by a line feed. */
export class Text {
  readonly bytes: Buffer;
  readonly starts: Uint32Array;

  constructor(bytes: Buffer, starts: Uint32Array) {
    if ((starts.at(-1) ?? 0) !== bytes.length) throw new RangeError('A text of the catalog is cut short.');
    this.bytes = bytes;
    this.starts = starts;
  }

  at(ordinal: number): string {
    const end = (this.starts[ordinal + 1] ?? 0) - 1;
    return this.bytes.toString('utf8', this.starts[ordinal] ?? 0, end);
  }
}
