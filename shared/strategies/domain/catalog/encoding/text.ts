/**
 * One text for each strategy, in the order of the catalog. The texts are stored in one UTF-8 buffer, with a line feed
 * after each text.
 */
export class StoredTexts {
  readonly bytes: Buffer;
  readonly textOffsets: Uint32Array;

  constructor(bytes: Buffer, textOffsets: Uint32Array) {
    if ((textOffsets.at(-1) ?? 0) !== bytes.length)
      throw new RangeError('A text of the catalog is cut short.');
    this.bytes = bytes;
    this.textOffsets = textOffsets;
  }

  /** Returns the text of the strategy with this index in the catalog, without its last `droppedByteCount` bytes. */
  at(strategyIndex: number, droppedByteCount = 0): string {
    const end = (this.textOffsets[strategyIndex + 1] ?? 0) - 1 - droppedByteCount;
    return this.bytes.toString('utf8', this.textOffsets[strategyIndex] ?? 0, end);
  }
}
