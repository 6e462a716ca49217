import { type Config, config } from './config.ts';
import { formatLogLine, type LogFields } from './log-line.ts';

type LogLevel = Exclude<Config['LOG_LEVEL'], 'silent'>;

const RANK_BY_LOG_LEVEL = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 } as const satisfies Record<
  Config['LOG_LEVEL'],
  number
>;

export interface Logger {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

/**
 * Returns the log fields of an error: name, message and stack. If the error has a cause, the cause is included
 * with the same fields.
 */
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

/**
 * Creates a logger that writes one JSON object per line. Each line contains the given fields. The logger
 * writes directly to standard output, because Lambda would add text to lines that are written with `console`.
 */
export function createLogger(
  baseFields: LogFields,
  writeLine: (line: string) => void = (line) => process.stdout.write(`${line}\n`),
  lowestLogLevel: Config['LOG_LEVEL'] = config.LOG_LEVEL,
): Logger {
  const createLogMethod = (level: LogLevel) => (message: string, fields?: LogFields) => {
    if (RANK_BY_LOG_LEVEL[level] < RANK_BY_LOG_LEVEL[lowestLogLevel]) return;
    writeLine(formatLogLine({ level, time: new Date().toISOString(), message, ...baseFields, ...fields }));
  };
  return {
    debug: createLogMethod('debug'),
    info: createLogMethod('info'),
    warn: createLogMethod('warn'),
    error: createLogMethod('error'),
  };
}
