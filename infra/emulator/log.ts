import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { type LogFields, logLine } from '../../shared/platform/log-line.ts';

export type LocalLog = (message: string, fields?: LogFields) => void;

/** Lines of the local gateway itself, in the same file and form as those of the functions: without secrets, and no longer. */
export function localLog(file: string): LocalLog {
  mkdirSync(dirname(file), { recursive: true });
  return (message, fields) => {
    const line = logLine({ level: 'error', time: new Date().toISOString(), message, ...fields });
    appendFileSync(file, `${line}\n`, { mode: 0o600 });
  };
}
