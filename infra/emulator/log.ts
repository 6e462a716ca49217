import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { formatLogLine, type LogFields } from '../../shared/platform/log-line.ts';

export type LocalLog = (message: string, fields?: LogFields) => void;

/** Returns a log function that appends lines to the functions' log file, in the same format. */
export function createLocalLog(file: string): LocalLog {
  mkdirSync(dirname(file), { recursive: true });
  return (message, logFields) => {
    const line = formatLogLine({ level: 'error', time: new Date().toISOString(), message, ...logFields });
    appendFileSync(file, `${line}\n`, { mode: 0o600 });
  };
}
