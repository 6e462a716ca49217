import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod/mini';

const figures = z.array(z.nullable(z.number()));

/** A recording: arrays by reading, null where nothing was recorded. APY in percent, TVL in USD. */
const recording = z.object({
  /** Days since 1970-01-01. */
  firstDay: z.int().check(z.minimum(0)),
  days: z.int().check(z.minimum(1)),
  /** Readings a day; 24 of hourly lists. */
  readingsADay: z.optional(z.int().check(z.minimum(1), z.maximum(24))),
  pools: z.array(
    z.object({
      /** The constant fields of an element of the source's list. */
      row: z.looseObject({ pool: z.string() }),
      apy: figures,
      /** Without it the recording says nothing of levels, plans and risks. */
      tvl: z.optional(figures),
      /** The borrowed fraction of what was supplied, 0 to 1. */
      utilisation: z.optional(figures),
      base: z.optional(figures),
      reward: z.optional(figures),
      mean30: z.optional(figures),
      /** Days of history that the source had before the first one. */
      countOffset: z.optional(z.number().check(z.minimum(0))),
    }),
  ),
});
export type Recording = z.infer<typeof recording>;

/** By day: APY in percent as recorded and as published, TVL in USD; NaN on days without a reading. */
export interface DaySeries {
  readonly raw: Float32Array;
  readonly apy: Float32Array;
  readonly tvl: Float32Array;
  /** The borrowed fraction, 0 to 1, as recorded. */
  readonly utilisation: Float32Array;
}

/** The source that recordings are of: their rows are elements of its list. */
export const SOURCE = 'defillama';

/** What cannot be walked, in one line that names the file. */
export class RecordingError extends Error {}

function mistakeOf(error: unknown): string {
  if (!(error instanceof z.core.$ZodError)) return error instanceof Error ? error.message : String(error);
  const [issue] = error.issues;
  return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'it has another format'}`;
}

async function readRecording(file: string): Promise<Recording> {
  try {
    const bytes = await readFile(file);
    const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
    return recording.parse(JSON.parse(text));
  } catch (error) {
    throw new RecordingError(`${file} cannot be read as a recording: ${mistakeOf(error)}`, { cause: error });
  }
}

async function filesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    throw new RecordingError(`${folder} cannot be read as a folder: ${mistakeOf(error)}`, { cause: error });
  }
}

/**
 * The recordings in a folder by name: its files `series*.json` and `series*.json.gz`, in their order.
 *
 * @throws RecordingError
 */
export async function readRecordings(folder: string): Promise<Map<string, Recording>> {
  const files = (await filesIn(folder)).filter((file) => /^series.*\.json(\.gz)?$/.test(file)).sort();
  const found = new Map<string, Recording>();
  for (const file of files)
    found.set(file.replace(/^series_?|\.json(\.gz)?$/g, ''), await readRecording(join(folder, file)));
  return found;
}
