import { SnapshotCorruptError } from '../../domain/snapshot.ts';
import type { Table } from '../client.ts';
import { isNewer, readSnapshot, readSnapshotHead, type SnapshotVersion } from './snapshots.ts';

/** How often the head is looked at, at most. */
const RECHECK_MS = 3_000;
/**
 * An instance that was frozen for longer than this waits for the look at the head, briefly, rather than answer with
 * what it knew long ago.
 */
const PATIENCE_AFTER_MS = 60_000;
const PATIENCE_MS = 250;
/** Of what was observed longer ago, as two hourly ingestions are apart, it is not content: it waits for the newer. */
const OLD_AFTER_MS = 2 * 3_600_000;
/** How long a version that could not be read is left alone. */
const RETRY_BROKEN_MS = 30_000;

/** Where the reader reports what it survives. */
export interface ReaderLog {
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}

export interface LoadedSnapshot<T> {
  readonly value: T;
  /** When the source observed what the snapshot holds (ISO 8601, UTC); null of an empty one in its place. */
  readonly asOf: string | null;
  readonly version: string;
}

/** What became of a version: bytes that are what was written but cannot be decoded are of another release's form. */
type Outcome = 'loaded' | 'damaged' | 'of another form';

interface Held<T> {
  readonly loaded: LoadedSnapshot<T>;
  readonly version: SnapshotVersion;
}

export interface SnapshotReaderOptions<T> {
  readonly name: string;
  readonly table: () => Table;
  /** Makes the value of a payload; whatever it throws counts as a corrupt snapshot. */
  readonly decode: (payload: Uint8Array) => T;
  /** What stands in its place until this release's form is published for the first time. */
  readonly empty: () => T;
  /** How long an instance that was frozen waits for its look at the head. */
  readonly patienceMs?: number;
}

/**
 * A snapshot in the memory of a warm function. The head is looked at every few seconds at most, by one request for
 * all, and while a newer version loads the one in memory goes on serving: a request waits only when there is none
 * yet, or when the instance was frozen, and then for as long as it takes where the one in memory is old. A version that cannot be read is logged and passed over for the last good one.
 */
export class SnapshotReader<T> {
  readonly #options: SnapshotReaderOptions<T>;
  #held: Held<T> | undefined;
  #checkedAtMs = Number.NEGATIVE_INFINITY;
  #checking: Promise<void> | undefined;
  readonly #brokenAtMs = new Map<string, { readonly atMs: number; readonly outcome: Outcome }>();
  /** Set while nothing is published in a form that this release reads: a fresh deployment, or the first minutes of one. */
  #empty: LoadedSnapshot<T> | undefined;

  constructor(options: SnapshotReaderOptions<T>) {
    this.#options = options;
  }

  /**
   * The snapshot to answer with: an empty one while there is none of a form that this release reads.
   *
   * @throws Error when there is none in memory and what is published is damaged or out of reach
   */
  async current(now: Date, log: ReaderLog): Promise<LoadedSnapshot<T>> {
    const nowMs = now.getTime();
    const held = this.#held;
    if (held === undefined) return this.#first(nowMs, log);
    const sinceCheckMs = nowMs - this.#checkedAtMs;
    if (sinceCheckMs < RECHECK_MS) return held.loaded;
    const check = this.#check(nowMs, log).catch((error: unknown) => {
      log.warn('snapshot head not checked', { snapshot: this.#options.name, ...describe(error) });
    });
    if (sinceCheckMs >= PATIENCE_AFTER_MS) {
      const isOld = nowMs - Date.parse(held.version.asOf) > OLD_AFTER_MS;
      await (isOld ? check : within(check, this.#options.patienceMs ?? PATIENCE_MS));
    }
    return this.#held?.loaded ?? held.loaded;
  }

  async #first(nowMs: number, log: ReaderLog): Promise<LoadedSnapshot<T>> {
    if (this.#empty === undefined || nowMs - this.#checkedAtMs >= RECHECK_MS) await this.#check(nowMs, log);
    const loaded = this.#held?.loaded ?? this.#empty;
    if (loaded === undefined) throw new Error(`No readable snapshot of ${this.#options.name}`);
    return loaded;
  }

  /** One look at the head at a time, shared by all who ask meanwhile. */
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
    const outcomes: Outcome[] = [];
    for (const version of [head?.current, head?.previous]) {
      // A lagging replica may still show an older head.
      if (version === undefined || (this.#held && !isNewer(version, this.#held.version))) break;
      const broken = this.#brokenAtMs.get(version.version);
      const isLeftAlone = broken !== undefined && nowMs - broken.atMs < RETRY_BROKEN_MS;
      const outcome = isLeftAlone ? broken.outcome : await this.#load(version, nowMs, log);
      outcomes.push(outcome);
      if (outcome === 'loaded') break;
    }
    const isEmpty = this.#held === undefined && !outcomes.includes('damaged');
    this.#empty = isEmpty
      ? (this.#empty ?? { value: this.#options.empty(), asOf: null, version: '' })
      : undefined;
  }

  /**
   * Takes a version into memory, or logs why it cannot be read. That the table could not be
   * reached says nothing about the version, so that error goes to the caller and the next request tries again.
   */
  async #load(version: SnapshotVersion, nowMs: number, log: ReaderLog): Promise<Outcome> {
    const { name, table, decode } = this.#options;
    try {
      const value = decoded(decode, await readSnapshot(table(), name, version));
      this.#held = { version, loaded: { value, asOf: version.asOf, version: version.version } };
      this.#brokenAtMs.clear();
      return 'loaded';
    } catch (error) {
      if (!(error instanceof SnapshotCorruptError)) throw error;
      const outcome: Outcome = error instanceof UndecodableError ? 'of another form' : 'damaged';
      this.#brokenAtMs.set(version.version, { atMs: nowMs, outcome });
      log.error('snapshot unreadable', {
        snapshot: name,
        version: version.version,
        outcome,
        ...describe(error),
      });
      return outcome;
    }
  }
}

class UndecodableError extends SnapshotCorruptError {}

function decoded<T>(decode: (payload: Uint8Array) => T, payload: Uint8Array): T {
  try {
    return decode(payload);
  } catch (cause) {
    throw new UndecodableError(`It cannot be decoded: ${String(cause)}`, { cause });
  }
}

function describe(error: unknown): Readonly<Record<string, unknown>> {
  return error instanceof Error
    ? { error: error.name, error_message: error.message }
    : { error: String(error) };
}

/** Waits for the look, but no longer than so. */
async function within(check: Promise<void>, patienceMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patienceMs);
  });
  await Promise.race([check, patience]);
  clearTimeout(timer);
}
