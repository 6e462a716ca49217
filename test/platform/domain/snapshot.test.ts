import { createHash } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CHUNK_MAX_BYTES,
  packSnapshot,
  SnapshotCorruptError,
  unpackSnapshot,
} from '../../../shared/platform/domain/snapshot.ts';
import { createRandomGenerator } from '../../support/random.ts';

const anyPayload = fc.uint8Array({ maxLength: 2_000 });
const SMALL_CHUNK_BYTES = 64;

function noise(length: number): Uint8Array {
  const random = createRandomGenerator(3);
  return Uint8Array.from({ length }, () => random() * 256);
}

describe('a snapshot payload that is compressed and split into chunks', () => {
  test('the payload is restored byte for byte from its chunks', async () => {
    await fc.assert(
      fc.asyncProperty(anyPayload, async (payload) => {
        const { manifest, chunks } = await packSnapshot(payload, SMALL_CHUNK_BYTES);
        for (const chunk of chunks) expect(chunk.length).toBeLessThanOrEqual(SMALL_CHUNK_BYTES);
        expect(new Uint8Array(await unpackSnapshot(manifest, chunks))).toEqual(payload);
      }),
    );
  });

  test('a payload that cannot be compressed is split into chunks that fit into DynamoDB items of 400 KB', async () => {
    const { manifest, chunks } = await packSnapshot(noise(1_000_000));
    expect(chunks.length).toBe(3);
    expect(manifest.chunkCount).toBe(3);
    expect(CHUNK_MAX_BYTES).toBeLessThan(400 * 1_024 - 1_024);
  });
});

describe('opening a damaged snapshot', () => {
  test('a snapshot with any flipped bit is rejected', async () => {
    await fc.assert(
      fc.asyncProperty(anyPayload, fc.nat(), fc.nat(7), async (payload, at, bit) => {
        const { manifest, chunks } = await packSnapshot(payload, SMALL_CHUNK_BYTES);
        const broken = chunks.map((chunk) => chunk.slice());
        const chunk = broken[at % broken.length] ?? new Uint8Array();
        const index = Math.floor(at / broken.length) % chunk.length;
        chunk[index] = (chunk[index] ?? 0) ^ (1 << bit);
        await expect(unpackSnapshot(manifest, broken)).rejects.toThrow(SnapshotCorruptError);
      }),
    );
  });

  test('a snapshot with a chunk that is missing, repeated, truncated or in the wrong order is rejected', async () => {
    const { manifest, chunks } = await packSnapshot(noise(1_000), SMALL_CHUNK_BYTES);
    const [first = new Uint8Array(), second = new Uint8Array(), ...rest] = chunks;
    const faults = [
      [second, ...rest],
      [first, first, second, ...rest],
      [first.slice(1), second, ...rest],
      [second, first, ...rest],
      [],
    ];
    for (const fault of faults)
      await expect(unpackSnapshot(manifest, fault)).rejects.toThrow(SnapshotCorruptError);
  });

  test('a snapshot is rejected if the size of its payload differs from the size in its manifest', async () => {
    const { manifest, chunks } = await packSnapshot(noise(500), SMALL_CHUNK_BYTES);
    await expect(unpackSnapshot({ ...manifest, rawBytes: 499 }, chunks)).rejects.toThrow(
      SnapshotCorruptError,
    );
    await expect(unpackSnapshot({ ...manifest, rawBytes: 501 }, chunks)).rejects.toThrow(
      SnapshotCorruptError,
    );
  });

  test('a small chunk that decompresses to much more than its stated size is rejected', async () => {
    const bomb = zstdCompressSync(new Uint8Array(50_000_000));
    const { manifest } = await packSnapshot(new Uint8Array(10));
    const checksum = createHash('sha256').update(bomb).digest('hex');
    const lying = { ...manifest, storedBytes: bomb.length, checksum };
    await expect(unpackSnapshot(lying, [bomb])).rejects.toThrow(SnapshotCorruptError);
  });
});
