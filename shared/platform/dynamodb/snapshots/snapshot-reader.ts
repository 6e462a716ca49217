import { SnapshotCorruptError } from '../../domain/snapshot.ts';
import type { Table } from '../client.ts';
import { isNewer, readSnapshot, readSnapshotHead, type SnapshotVersion } from './snapshots.ts';

/** Shortest time between two reads of the head. */
const HEAD_CHECK_INTERVAL_MS = 3_000;
/**
 * A Lambda instance that did not check the head for this long waits for the check, for at most HEAD_WAIT_MS.
 * Otherwise it would answer with old data at once.
 */
const UNCHECKED_MAX_MS = 60_000;
const HEAD_WAIT_MS = 250;
/**
 * If the snapshot in memory is older than this (two hourly ingestions), such an instance waits until the
 * check is complete.
 */
const SNAPSHOT_AGE_MAX_MS = 2 * 3_600_000;
/** Time until the next attempt to load a version that could not be read. */
const BROKEN_VERSION_RETRY_MS = 30_000;

/** Receives the problems that the reader can handle itself. */
export interface ReaderLog {
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

export interface LoadedSnapshot<T> {
  readonly value: T;
  /** Time at which the source observed the contents (ISO 8601, UTC); null for an empty snapshot. */
  readonly asOf: string | null;
  readonly version: string;
}

/**
 * Result of loading a version. `of another form`: the bytes are intact but cannot be decoded, so another
 * release wrote them.
 */
type LoadResult = 'loaded' | 'damaged' | 'of another form';

interface HeldSnapshot<T> {
  readonly loaded: LoadedSnapshot<T>;
  readonly version: SnapshotVersion;
}

export interface SnapshotReaderOptions<T> {
  readonly name: string;
  readonly table: () => Table;
  /** Decodes a payload. Any error that it throws counts as a corrupt snapshot. */
  readonly decode: (payload: Uint8Array) => T;
  /** The value until a snapshot that this release can read is published for the first time. */
  readonly empty: () => T;
  /** Time for which an instance that was frozen waits for the check of the head. */
  readonly patienceMs?: number;
}

/**
 * Keeps a snapshot in the memory of a Lambda instance.
 *
 * Checks the head at most every 3 seconds, one check for all concurrent requests. While a newer version
 * loads, requests get the version in memory. A request waits only if there is none yet, or if the instance
 * was frozen: then briefly, or until the check is complete if the version in memory is old.
 * A version that cannot be read is logged, and the last readable version stays in use.
 */
export class SnapshotReader<T> {
  readonly #options: SnapshotReaderOptions<T>;
  #held: HeldSnapshot<T> | undefined;
  #checkedAtMs = Number.NEGATIVE_INFINITY;
  #checking: Promise<void> | undefined;
  readonly #brokenAtMs = new Map<string, { readonly atMs: number; readonly outcome: LoadResult }>();
  /**
   * The empty snapshot, while no published snapshot can be read by this release, as after a new deployment.
   */
  #empty: LoadedSnapshot<T> | undefined;

  constructor(options: SnapshotReaderOptions<T>) {
    this.#options = options;
  }

  /**
   * The snapshot for a response. It is empty while there is none that this release can read.
   *
   * @throws Error when memory has none, and the published one is damaged or cannot be reached
   */
  async current(now: Date, log: ReaderLog): Promise<LoadedSnapshot<T>> {
    const nowMs = now.getTime();
    const loadedSnapshot = this.#held;
    if (loadedSnapshot === undefined) return this.#first(nowMs, log);
    const sinceCheckMs = nowMs - this.#checkedAtMs;
    if (sinceCheckMs < HEAD_CHECK_INTERVAL_MS) return loadedSnapshot.loaded;
    const check = this.#check(nowMs, log).catch((error: unknown) => {
      log.warn('snapshot head not checked', { snapshot: this.#options.name, ...errorFields(error) });
    });
    if (sinceCheckMs >= UNCHECKED_MAX_MS) {
      const isOld = nowMs - Date.parse(loadedSnapshot.version.asOf) > SNAPSHOT_AGE_MAX_MS;
      await (isOld ? check : waitAtMost(check, this.#options.patienceMs ?? HEAD_WAIT_MS));
    }
    return this.#held?.loaded ?? loadedSnapshot.loaded;
  }

  async #first(nowMs: number, log: ReaderLog): Promise<LoadedSnapshot<T>> {
    if (this.#empty === undefined || nowMs - this.#checkedAtMs >= HEAD_CHECK_INTERVAL_MS)
      await this.#check(nowMs, log);
    const usableSnapshot = this.#held?.loaded ?? this.#empty;
    if (usableSnapshot === undefined) throw new Error(`No readable snapshot of ${this.#options.name}`);
    return usableSnapshot;
  }

  /** Starts a check of the head, or returns the running one. */
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
    const outcomes: LoadResult[] = [];
    for (const version of [head?.current, head?.previous]) {
      // An eventually consistent read may return an older head.
      if (version === undefined || (this.#held && !isNewer(version, this.#held.version))) break;
      const failedLoad = this.#brokenAtMs.get(version.version);
      const isRecentlyBroken = failedLoad !== undefined && nowMs - failedLoad.atMs < BROKEN_VERSION_RETRY_MS;
      const outcome = isRecentlyBroken ? failedLoad.outcome : await this.#load(version, nowMs, log);
      outcomes.push(outcome);
      if (outcome === 'loaded') break;
    }
    const isEmpty = this.#held === undefined && !outcomes.includes('damaged');
    this.#empty = isEmpty
      ? (this.#empty ?? { value: this.#options.empty(), asOf: null, version: '' })
      : undefined;
  }

  /**
   * Loads a version into memory, or logs why it cannot be read.
   *
   * @throws the error if the table cannot be reached, because that says nothing about the version. The next
   * request tries again.
   */
  async #load(version: SnapshotVersion, nowMs: number, log: ReaderLog): Promise<LoadResult> {
    const { name, table, decode } = this.#options;
    try {
      const value = decodeOrThrow(decode, await readSnapshot(table(), name, version));
      this.#held = { version, loaded: { value, asOf: version.asOf, version: version.version } };
      this.#brokenAtMs.clear();
      return 'loaded';
    } catch (error) {
      if (!(error instanceof SnapshotCorruptError)) throw error;
      const outcome: LoadResult = error instanceof UndecodableError ? 'of another form' : 'damaged';
      this.#brokenAtMs.set(version.version, { atMs: nowMs, outcome });
      log.error('snapshot unreadable', {
        snapshot: name,
        version: version.version,
        outcome,
        ...errorFields(error),
      });
      return outcome;
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

function errorFields(error: unknown): Readonly<Record<string, unknown>> {
  return error instanceof Error
    ? { error: error.name, error_message: error.message }
    : { error: String(error) };
}

/** Waits for the check, but at most `patienceMs`. */
async function waitAtMost(check: Promise<void>, patienceMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const waitLimit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patienceMs);
  });
  await Promise.race([check, waitLimit]);
  clearTimeout(timer);
}
