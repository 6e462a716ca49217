import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import * as z from 'zod';

const checkpointsSchema = z.record(z.string(), z.string());

/**
 * Stores the positions of the stream consumers: the last sequence number that each consumer has processed in
 * each shard. With a file, the positions survive a restart of the server.
 */
export class Checkpoints {
  readonly #positions: Record<string, string>;
  readonly #file: string | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(file?: string) {
    this.#file = file;
    this.#positions = file === undefined ? {} : readCheckpoints(file);
  }

  get(consumer: string, shardId: string): string | undefined {
    return this.#positions[`${consumer}/${shardId}`];
  }

  /**
   * Saves the positions to the file after up to SAVE_DELAY_MS. After a crash, some records may be delivered twice, as
   * on AWS.
   */
  set(consumer: string, shardId: string, sequenceNumber: string): void {
    this.#positions[`${consumer}/${shardId}`] = sequenceNumber;
    if (this.#file === undefined || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => this.save(), SAVE_DELAY_MS);
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

const SAVE_DELAY_MS = 250;

function readCheckpoints(file: string): Record<string, string> {
  try {
    return checkpointsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}
