import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod/mini';

const figuresSchema = z.array(z.nullable(z.number()));

/**
 * A recording of market data. Each array has one value per reading; null when the reading has no value. APY is
 * in percent, TVL in USD.
 */
const recordingSchema = z.object({
  /** First day of the recording (days since 1970-01-01). */
  firstDay: z.int().check(z.minimum(0)),
  days: z.int().check(z.minimum(1)),
  /** Number of readings per day; 1 if absent. */
  readingsADay: z.optional(z.int().check(z.minimum(1), z.maximum(24))),
  pools: z.array(
    z.object({
      /** Fields of a pool in the source's list that are the same in all readings. */
      row: z.looseObject({ pool: z.string() }),
      apy: figuresSchema,
      /** TVL in USD. Without it, the backtest does not evaluate risk levels, allocations and risk scores. */
      tvl: z.optional(figuresSchema),
      /** Borrowed fraction of the supplied amount, 0 to 1. */
      utilisation: z.optional(figuresSchema),
      base: z.optional(figuresSchema),
      reward: z.optional(figuresSchema),
      mean30: z.optional(figuresSchema),
      /** Number of days of history that the source had before the first reading. */
      countOffset: z.optional(z.number().check(z.minimum(0))),
    }),
  ),
});
export type Recording = z.infer<typeof recordingSchema>;

/**
 * Series by day: APY in percent as recorded (`raw`) and as published (`apy`), and TVL in USD. A day without a
 * reading is NaN.
 */
export interface DailySeries {
  readonly raw: Float32Array;
  readonly apy: Float32Array;
  readonly tvl: Float32Array;
  /** Borrowed fraction as recorded, 0 to 1. */
  readonly utilisation: Float32Array;
}

/** Data source of the recordings. */
export const SOURCE_NAME = 'defillama';

/** A recording cannot be used. The message is one line that names the file. */
export class RecordingError extends Error {}

function describeError(error: unknown): string {
  if (!(error instanceof z.core.$ZodError)) return error instanceof Error ? error.message : String(error);
  const [issue] = error.issues;
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'it has another format'}`;
}

async function readRecording(file: string): Promise<Recording> {
  try {
    const bytes = await readFile(file);
    const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
    return recordingSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new RecordingError(`The file ${file} is not a valid recording: ${describeError(error)}`, {
      cause: error,
    });
  }
}

async function listFiles(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    throw new RecordingError(`The folder ${folder} cannot be read: ${describeError(error)}`, {
      cause: error,
    });
  }
}

/**
 * Returns the recordings in a folder by name. The name is the file name without the prefix `series_` and the
 * extension.
 *
 * @throws RecordingError for an unreadable folder or file
 */
export async function readRecordings(folder: string): Promise<Map<string, Recording>> {
  const fileNames = (await listFiles(folder)).filter((file) => /^series.*\.json(\.gz)?$/.test(file)).sort();
  const recordingByName = new Map<string, Recording>();
  for (const file of fileNames)
    recordingByName.set(
      file.replace(/^series_?|\.json(\.gz)?$/g, ''),
      await readRecording(join(folder, file)),
    );
  return recordingByName;
}
