import { openSync, writeSync } from 'node:fs';

/**
 * Redirects the output of a thread to a file, because a worker thread would send every line through the main thread.
 * Returns a function that writes buffered output at once.
 */
export function redirectOutput(file: string): () => void {
  const fileDescriptor = openSync(file, 'a', 0o600);
  let pendingLines: string[] = [];
  const writePendingLines = () => {
    if (pendingLines.length === 0) return;
    const text = pendingLines.join('');
    pendingLines = [];
    writeSync(fileDescriptor, text);
  };
  const write = (chunk: string | Uint8Array, encoding?: unknown, done?: unknown): boolean => {
    if (pendingLines.length === 0) setImmediate(writePendingLines);
    pendingLines.push(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());
    const callback = typeof encoding === 'function' ? encoding : done;
    if (typeof callback === 'function') setImmediate(() => callback());
    return true;
  };
  process.stdout.write = write;
  process.stderr.write = write;
  process.on('exit', writePendingLines);
  return writePendingLines;
}
