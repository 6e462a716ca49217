import { createHash } from 'node:crypto';
import { zlib } from './zlib.ts';

/**
 * Maximum number of data bytes in one chunk. It is DynamoDB's item limit (400 KB) minus space for the key and
 * the attribute names.
 */
export const CHUNK_MAX_BYTES = 390_000;
/**
 * Zstandard compression level. For 100,000 rows, higher levels take several seconds and save only a few
 * percent.
 */
const COMPRESSION_LEVEL = 9;

export const compress = (payload: Uint8Array): Promise<Buffer> => {
  const { constants, zstdCompress } = zlib();
  const params = { [constants.ZSTD_c_compressionLevel]: COMPRESSION_LEVEL };
  return new Promise((resolve, reject) => {
    zstdCompress(payload, { params }, (error, compressedPayload) =>
      error === null ? resolve(compressedPayload) : reject(error),
    );
  });
};
const decompress = (compressedPayload: Uint8Array, maxOutputLength: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    zlib().zstdDecompress(compressedPayload, { maxOutputLength }, (error, payload) =>
      error === null ? resolve(payload) : reject(error),
    );
  });

/** Size and checksum of the compressed payload of a snapshot. The stored chunks must match both. */
export interface SnapshotManifest {
  readonly chunkCount: number;
  /** Total number of compressed bytes in all chunks. */
  readonly storedBytes: number;
  readonly rawBytes: number;
  /** SHA-256 of the compressed bytes, in hexadecimal. */
  readonly checksum: string;
}

/** Thrown if stored chunks do not match the size or checksum in their manifest. */
export class SnapshotCorruptError extends Error {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super(message, options);
    this.name = 'SnapshotCorruptError';
  }
}

/**
 * Compresses a payload with Zstandard and splits it into chunks. Also returns the manifest: the number of chunks, their
 * total size and checksum.
 */
export async function packSnapshot(
  payload: Uint8Array,
  chunkMaxBytes = CHUNK_MAX_BYTES,
): Promise<{ readonly manifest: SnapshotManifest; readonly chunks: readonly Uint8Array[] }> {
  const compressedPayload = await compress(payload);
  const chunks: Uint8Array[] = [];
  for (let offset = 0; offset < compressedPayload.length; offset += chunkMaxBytes) {
    chunks.push(compressedPayload.subarray(offset, offset + chunkMaxBytes));
  }
  const manifest = {
    chunkCount: chunks.length,
    storedBytes: compressedPayload.length,
    rawBytes: payload.length,
    checksum: sha256(compressedPayload),
  };
  return { manifest, chunks };
}

/**
 * Checks that the chunks match their manifest, and returns the decompressed payload.
 *
 * @throws SnapshotCorruptError if a chunk is missing or a byte has changed
 */
export async function unpackSnapshot(
  manifest: SnapshotManifest,
  chunks: readonly Uint8Array[],
): Promise<Uint8Array> {
  const compressedPayload = Buffer.concat(chunks);
  if (chunks.length !== manifest.chunkCount || compressedPayload.length !== manifest.storedBytes) {
    throw new SnapshotCorruptError(
      `${chunks.length} chunks of ${compressedPayload.length} bytes in all, not ${manifest.chunkCount} of ${manifest.storedBytes}`,
    );
  }
  if (sha256(compressedPayload) !== manifest.checksum)
    throw new SnapshotCorruptError('The checksum does not match.');
  let payload: Uint8Array;
  try {
    payload = await decompress(compressedPayload, Math.max(1, manifest.rawBytes));
  } catch (cause) {
    throw new SnapshotCorruptError('The chunks cannot be decompressed.', { cause });
  }
  if (payload.length !== manifest.rawBytes) {
    throw new SnapshotCorruptError(`${payload.length} bytes, not ${manifest.rawBytes}, after decompression`);
  }
  return payload;
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
