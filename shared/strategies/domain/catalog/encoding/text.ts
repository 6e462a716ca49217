/**
 * One text for each strategy, in the order of the ordinals (indexes in the catalog). The texts are stored in one UTF-8
 * buffer, with a line feed after each text.
 */
export class Text {
  readonly bytes: Buffer;
  readonly starts: Uint32Array;

  constructor(bytes: Buffer, textStarts: Uint32Array) {
    if ((textStarts.at(-1) ?? 0) !== bytes.length)
      throw new RangeError('A text of the catalog is cut short.');
    this.bytes = bytes;
    this.starts = textStarts;
  }

  /** Returns the text of the strategy with this ordinal, without its last `droppedCharacters` bytes. */
  at(ordinal: number, droppedCharacters = 0): string {
    const end = (this.starts[ordinal + 1] ?? 0) - 1 - droppedCharacters;
    return this.bytes.toString('utf8', this.starts[ordinal] ?? 0, end);
  }
}
