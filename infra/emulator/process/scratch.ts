import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system in memory, where a committed write costs no wait for a disk. Linux has it. */
const IN_MEMORY = '/dev/shm';
/** A container's share of it can be tiny. */
const ENOUGH_BYTES = 1024 ** 3;

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    // Other systems have no such folder.
    return false;
  }
}

/** A new folder for data that ends with its process: in memory where the system has room for it. */
export function scratchFolder(): string {
  return mkdtempSync(join(hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir(), 'yield-api-'));
}
