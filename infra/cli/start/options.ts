import { parseArgs } from 'node:util';
import { describeOptionError } from '../option-mistake.ts';
import { UsageError } from '../usage-error.ts';

export interface StartOptions {
  port: number;
  /** Folder that stores the data between runs; undefined for data in memory. */
  data: string | undefined;
  /** Number of strategies in the sample market. */
  catalogSize: number;
  /** Whether to ingest live data instead of the sample market. */
  live: boolean;
  /** File to which the demo keys are written. */
  credentials: string;
}

export const START_DEFAULTS = {
  port: 3000,
  catalogSize: 2000,
  credentials: '.local/credentials.json',
} as const;

export const HELP = `Runs the whole service on this machine: gateway, functions, database, local chains and a sample market.

Usage: npm start -- [options]

  --port PORT           port of the gateway (default ${START_DEFAULTS.port})
  --data DIR            keep the data in DIR between runs (default: in memory)
  --catalog-size N      number of strategies in the sample market (default ${START_DEFAULTS.catalogSize})
  --live                use live market data (DefiLlama) instead of the sample market
  --credentials FILE    file to which the server writes the demo keys (default ${START_DEFAULTS.credentials})
  --help                show this text

npm start starts its own DynamoDB. To use another DynamoDB, set the environment variable DYNAMODB_ENDPOINT to its address.`;

const OPTIONS = {
  port: { type: 'string' },
  data: { type: 'string' },
  'catalog-size': { type: 'string' },
  live: { type: 'boolean' },
  credentials: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

function parseFlags(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError(`${describeOptionError(error)} (see npm start -- --help)`);
  }
}

function parseWholeNumber(
  flag: string,
  text: string | undefined,
  defaultNumber: number,
  low: number,
  high: number,
): number {
  if (text === undefined) return defaultNumber;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= low && value <= high) return value;
  throw new UsageError(`--${flag} must be a whole number from ${low} to ${high}, not '${text}'`);
}

function parsePath(flag: string, text: string | undefined): string | undefined {
  if (text === '') throw new UsageError(`--${flag} must be a path`);
  return text;
}

/**
 * Parses the options of `npm start`. Returns 'help' for --help.
 *
 * @throws UsageError for invalid options
 */
export function parseStartOptions(args: readonly string[]): StartOptions | 'help' {
  const values = parseFlags(args);
  if (values.help === true) return 'help';
  if (values.live === true && values['catalog-size'] !== undefined) {
    throw new UsageError('--catalog-size is for the sample market and cannot be used with --live');
  }
  return {
    port: parseWholeNumber('port', values.port, START_DEFAULTS.port, 0, 65_535),
    data: parsePath('data', values.data),
    catalogSize: parseWholeNumber(
      'catalog-size',
      values['catalog-size'],
      START_DEFAULTS.catalogSize,
      1,
      1_000_000,
    ),
    live: values.live === true,
    credentials: parsePath('credentials', values.credentials) ?? START_DEFAULTS.credentials,
  };
}
