import { SnapshotCorruptError } from '../../domain/snapshot.ts';
import type { Table } from '../client.ts';
import { isNewerVersion, readSnapshot, readSnapshotHead, type SnapshotVersion } from './snapshots.ts';

/** Minimum time in milliseconds between two reads of the head, the item that names the current version. */
const HEAD_CHECK_INTERVAL_MS = 3_000;
/**
 * If the snapshot head was last read more than HEAD_UNCHECKED_MAX_MS ago, a request waits up to HEAD_WAIT_MS for a new
 * read. The cached data may be outdated, because Lambda freezes idle instances.
 */
const HEAD_UNCHECKED_MAX_MS = 60_000;
const HEAD_WAIT_MS = 250;
/**
 * Maximum age of a cached snapshot in milliseconds. It covers two runs of the ingestion, which runs every hour. If
 * Lambda has frozen the instance and the snapshot is older, a request waits until the reader has looked for a newer
 * version.
 */
const SNAPSHOT_AGE_MAX_MS = 2 * 3_600_000;
/** Time in milliseconds until a version that could not be read is loaded again. */
const BROKEN_VERSION_RETRY_MS = 30_000;

/** Logs problems after which the reader can still return a snapshot. */
export interface ReaderLog {
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

export interface LoadedSnapshot<T> {
  readonly value: T;
  /** Time at which the source observed the contents (ISO 8601, UTC). Null for an empty snapshot. */
  readonly asOf: string | null;
  readonly version: string;
}

/**
 * Result of loading a version. `undecodable`: the bytes are intact, but another release wrote them in a format that
 * this release cannot decode.
 */
type LoadResult = 'loaded' | 'damaged' | 'undecodable';

interface CachedSnapshot<T> {
  readonly snapshot: LoadedSnapshot<T>;
  readonly version: SnapshotVersion;
}

export interface SnapshotReaderOptions<T> {
  readonly name: string;
  readonly table: () => Table;
  /** Decodes a payload. If it throws an error, the reader continues to use the last readable version. */
  readonly decode: (payload: Uint8Array) => T;
  /** Returns the value to use until a snapshot is published that this release can read. */
  readonly empty: () => T;
  /**
   * Maximum time in milliseconds that a request waits until the reader has looked for a newer version. A request waits
   * only if the last check is more than a minute old, for example because Lambda has frozen the idle instance.
   */
  readonly maxWaitMs?: number;
}

/**
 * Caches the current version of a snapshot in the memory of a Lambda instance. At most every 3 seconds, it checks
 * whether a newer version is published.
 * If a version cannot be read, the reader logs an error and continues to use the last readable version.
 */
export class SnapshotReader<T> {
  readonly #options: SnapshotReaderOptions<T>;
  #cached: CachedSnapshot<T> | undefined;
  #checkedAtMs = Number.NEGATIVE_INFINITY;
  #checking: Promise<void> | undefined;
  readonly #brokenAtMs = new Map<string, { readonly atMs: number; readonly outcome: LoadResult }>();
  /** The empty snapshot. It is used if this release cannot read any published snapshot. */
  #empty: LoadedSnapshot<T> | undefined;

  constructor(options: SnapshotReaderOptions<T>) {
    this.#options = options;
  }

  /**
   * Returns the snapshot for a response. It is empty if there is no published snapshot in a format that this release
   * can read.
   *
   * @throws Error if there is no snapshot in memory, and the published one is damaged or cannot be reached
   */
  async current(now: Date, log: ReaderLog): Promise<LoadedSnapshot<T>> {
    const nowMs = now.getTime();
    const cacheEntry = this.#cached;
    if (cacheEntry === undefined) return this.#first(nowMs, log);
    const elapsedSinceCheckMs = nowMs - this.#checkedAtMs;
    if (elapsedSinceCheckMs < HEAD_CHECK_INTERVAL_MS) return cacheEntry.snapshot;
    const checkPromise = this.#check(nowMs, log).catch((error: unknown) => {
      log.warn('snapshot head not checked', { snapshot: this.#options.name, ...logFieldsOfError(error) });
    });
    if (elapsedSinceCheckMs >= HEAD_UNCHECKED_MAX_MS) {
      const isSnapshotTooOld = nowMs - Date.parse(cacheEntry.version.asOf) > SNAPSHOT_AGE_MAX_MS;
      await (isSnapshotTooOld
        ? checkPromise
        : waitAtMost(checkPromise, this.#options.maxWaitMs ?? HEAD_WAIT_MS));
    }
    return this.#cached?.snapshot ?? cacheEntry.snapshot;
  }

  async #first(nowMs: number, log: ReaderLog): Promise<LoadedSnapshot<T>> {
    if (this.#empty === undefined || nowMs - this.#checkedAtMs >= HEAD_CHECK_INTERVAL_MS)
      await this.#check(nowMs, log);
    const usableSnapshot = this.#cached?.snapshot ?? this.#empty;
    if (usableSnapshot === undefined) throw new Error(`No readable snapshot of ${this.#options.name}`);
    return usableSnapshot;
  }

  #check(nowMs: number, log: ReaderLog): Promise<void> {
    this.#checking ??= this.#refresh(nowMs, log).finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  async #refresh(nowMs: number, log: ReaderLog): Promise<void> {
    const { name, table } = this.#options;
    const head = await readSnapshotHead(table(), name);
    this.#checkedAtMs = nowMs;
    const loadResults: LoadResult[] = [];
    for (const version of [head?.current, head?.previous]) {
      // An eventually consistent read may return an older head. In this case, keep the version in memory.
      if (version === undefined || (this.#cached && !isNewerVersion(version, this.#cached.version))) break;
      const failedLoad = this.#brokenAtMs.get(version.version);
      const isVersionRecentlyBroken =
        failedLoad !== undefined && nowMs - failedLoad.atMs < BROKEN_VERSION_RETRY_MS;
      const loadResult = isVersionRecentlyBroken ? failedLoad.outcome : await this.#load(version, nowMs, log);
      loadResults.push(loadResult);
      if (loadResult === 'loaded') break;
    }
    const hasNoSnapshot = this.#cached === undefined && !loadResults.includes('damaged');
    this.#empty = hasNoSnapshot
      ? (this.#empty ?? { value: this.#options.empty(), asOf: null, version: '' })
      : undefined;
  }

  /**
   * Loads a version into memory. Logs the reason if the version is damaged or cannot be decoded.
   *
   * @throws the DynamoDB error if the table cannot be read
   */
  async #load(version: SnapshotVersion, nowMs: number, log: ReaderLog): Promise<LoadResult> {
    const { name, table, decode } = this.#options;
    try {
      const value = decodeOrThrow(decode, await readSnapshot(table(), name, version));
      this.#cached = { version, snapshot: { value, asOf: version.asOf, version: version.version } };
      this.#brokenAtMs.clear();
      return 'loaded';
    } catch (error) {
      if (!(error instanceof SnapshotCorruptError)) throw error;
      const loadResult: LoadResult = error instanceof UndecodableError ? 'undecodable' : 'damaged';
      this.#brokenAtMs.set(version.version, { atMs: nowMs, outcome: loadResult });
      log.error('snapshot unreadable', {
        snapshot: name,
        version: version.version,
        outcome: loadResult,
        ...logFieldsOfError(error),
      });
      return loadResult;
    }
  }
}

class UndecodableError extends SnapshotCorruptError {}

function decodeOrThrow<T>(decode: (payload: Uint8Array) => T, payload: Uint8Array): T {
  try {
    return decode(payload);
  } catch (cause) {
    throw new UndecodableError(`It cannot be decoded: ${String(cause)}`, { cause });
  }
}

function logFieldsOfError(error: unknown): Readonly<Record<string, unknown>> {
  return error instanceof Error
    ? { error: error.name, error_message: error.message }
    : { error: String(error) };
}

async function waitAtMost(checkPromise: Promise<void>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeoutPromise = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs);
  });
  await Promise.race([checkPromise, timeoutPromise]);
  clearTimeout(timer);
}
