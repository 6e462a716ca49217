import { type Config, config } from './config.ts';
import {
  CREDENTIAL_ENVIRONMENTS,
  CREDENTIAL_PREFIXES,
  WEBHOOK_SECRET_PREFIX,
} from './contract/credentials.ts';

type Level = Exclude<Config['LOG_LEVEL'], 'silent'>;

const RANK = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 } as const satisfies Record<
  Config['LOG_LEVEL'],
  number
>;

/** What looks like a credential or a signature, even if only its beginning is there. */
const SECRET = new RegExp(
  `\\b(?:${Object.values(CREDENTIAL_PREFIXES).join('|')})_(?:${CREDENTIAL_ENVIRONMENTS.join('|')})_\\w+|\\b${WEBHOOK_SECRET_PREFIX}[\\w+/=]+|0x[0-9A-Fa-f]{130,}`,
  'g',
);

/** The most characters of a line, and what its texts are shortened to, step by step, where it has more. */
const LINE_MAX = 2_000;
const TEXT_LIMITS = [800, 200, 40] as const;

/** Values for one log line. Never a credential, a signature, a nonce or a request body. */
export type LogFields = Readonly<Record<string, unknown>>;

export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

/** What an error says of itself in a log: its name, message and stack, and the same of its cause. */
export function describeError(error: unknown): LogFields {
  if (!(error instanceof Error)) {
    return { error: typeof error === 'object' ? Object.prototype.toString.call(error) : String(error) };
  }
  return {
    error: error.name,
    error_message: error.message,
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

function shortenTexts(line: string, textMax: number): string {
  return JSON.stringify(JSON.parse(line), (_, value: unknown) =>
    typeof value === 'string' && value.length > textMax
      ? `${value.slice(0, textMax).toWellFormed()}… (${value.length} characters)`
      : value,
  );
}

/** A line as it may be written: without secrets, which go before anything is cut, and no longer than is useful. */
function safeLine(fields: LogFields): string {
  const line = JSON.stringify(fields).replace(SECRET, '[redacted]');
  if (line.length <= LINE_MAX) return line;
  let shorter = line;
  for (const textMax of TEXT_LIMITS) {
    shorter = shortenTexts(line, textMax);
    if (shorter.length <= LINE_MAX) break;
  }
  return shorter;
}

/**
 * A logger that writes one JSON object a line, each with the given fields. Written to standard output directly, so
 * that Lambda adds nothing to the line.
 */
export function createLogger(
  base: LogFields,
  write: (line: string) => void = (line) => process.stdout.write(`${line}\n`),
  threshold: Config['LOG_LEVEL'] = config.LOG_LEVEL,
): Logger {
  const at = (level: Level) => (message: string, fields?: LogFields) => {
    if (RANK[level] < RANK[threshold]) return;
    write(safeLine({ level, time: new Date().toISOString(), message, ...base, ...fields }));
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
