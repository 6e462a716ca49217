import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

export type LocalLog = (message: string, fields?: Readonly<Record<string, unknown>>) => void;

/** Lines of the local gateway itself, in the same file and form as those of the functions. */
export function localLog(file: string): LocalLog {
  mkdirSync(dirname(file), { recursive: true });
  return (message, fields) => {
    const line = JSON.stringify({ level: 'error', time: new Date().toISOString(), message, ...fields });
    appendFileSync(file, `${line}\n`, { mode: 0o600 });
  };
}
