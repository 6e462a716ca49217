/**
 * One text for each strategy, in the order of the catalog. The texts are stored in one UTF-8 buffer, with a line feed
 * after each text.
 */
export class StoredTexts {
  readonly bytes: Buffer;
  readonly textStarts: Uint32Array;

  constructor(bytes: Buffer, textStarts: Uint32Array) {
    if ((textStarts.at(-1) ?? 0) !== bytes.length)
      throw new RangeError('A text of the catalog is cut short.');
    this.bytes = bytes;
    this.textStarts = textStarts;
  }

  /** Returns the text of the strategy with this index in the catalog, without its last `droppedBytes` bytes. */
  at(strategyIndex: number, droppedBytes = 0): string {
    const end = (this.textStarts[strategyIndex + 1] ?? 0) - 1 - droppedBytes;
    return this.bytes.toString('utf8', this.textStarts[strategyIndex] ?? 0, end);
  }
}
