import { mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system in memory on Linux, where a committed write does not wait for a disk. */
const IN_MEMORY_FOLDER = '/dev/shm';
/** Minimum free space, in bytes, for using the memory file system, which can be very small in a container. */
const MIN_FREE_BYTES = 1024 ** 3;

function hasFreeSpace(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= MIN_FREE_BYTES;
  } catch {
    // `/dev/shm` exists only on Linux.
    return false;
  }
}

/** Creates a temporary folder, in memory if there is enough space. The caller must delete the folder. */
export function createScratchFolder(): string {
  return mkdtempSync(join(hasFreeSpace(IN_MEMORY_FOLDER) ? IN_MEMORY_FOLDER : tmpdir(), 'yield-api-'));
}
