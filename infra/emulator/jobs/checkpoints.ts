import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import * as z from 'zod';

const stored = z.record(z.string(), z.string());

/** How far each consumer has read each shard. Kept in a file where the data is kept, so that a restart goes on there. */
export class Checkpoints {
  readonly #positions: Record<string, string>;
  readonly #file: string | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(file?: string) {
    this.#file = file;
    this.#positions = file === undefined ? {} : read(file);
  }

  get(consumer: string, shardId: string): string | undefined {
    return this.#positions[`${consumer}/${shardId}`];
  }

  /** A crash may forget the last quarter of a second: those records are then delivered twice, as AWS also may. */
  set(consumer: string, shardId: string, sequenceNumber: string): void {
    this.#positions[`${consumer}/${shardId}`] = sequenceNumber;
    if (this.#file === undefined || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => this.save(), SAVE_AFTER_MS);
    this.#timer.unref();
  }

  save(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#file === undefined) return;
    writeFileSync(`${this.#file}.new`, JSON.stringify(this.#positions));
    renameSync(`${this.#file}.new`, this.#file);
  }
}

const SAVE_AFTER_MS = 250;

function read(file: string): Record<string, string> {
  try {
    return stored.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}
