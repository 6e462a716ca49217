import { randomBytes } from 'node:crypto';
import { config } from '../platform/config.ts';
import { LruCache } from '../platform/domain/lru-cache.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { type RetryPolicy, retry, TryAgain } from '../platform/retry.ts';
import { type Admission, type Limited, Limiter } from './domain/limiter.ts';
import { type BucketLimits, bucketOf, type RateLimitStatus } from './domain/rate-limit.ts';
import { countName } from './domain/request-counts.ts';
import { RefusalCounts } from './refusal-counts.ts';
import {
  type AccountAsk,
  type AccountRecord,
  accountBuckets,
  applyAccount,
  getAccountRecord,
} from './store/account-buckets.ts';
import { getAccount } from './store/account-holders.ts';
import { type CredentialItem, getCredential, isUsable } from './store/credentials.ts';
import { type KeyAsk, keyBucketName, keyBuckets } from './store/key-buckets.ts';
import { sourceBuckets } from './store/source-buckets.ts';

/** Who a credential stands for: itself, and the account that its requests are counted against. */
export interface Caller {
  readonly credential: CredentialItem;
  readonly account: AccountRecord;
}

/** What became of a request; `unusable` for a credential that is unknown, over, or of a suspended account. */
export type RequestAdmission<R> =
  | Exclude<Admission<R>, { outcome: 'outdated' }>
  | { readonly outcome: 'unusable' };

/** Admits requests one by one: by a credential's hash, or by a source address. */
export interface RequestLimiter<R> {
  admit(key: string): Promise<RequestAdmission<R>>;
  /** What is known without a call, for the headers of an answer that could not be decided. */
  lastStatus(key: string): RateLimitStatus | undefined;
}

/** Credentials, and accounts, that one Lambda instance remembers. */
const MEMORY_SIZE = 1_000;
/** Changes of one account that may come between two calls of a request. */
const STAMP_CHANGES: RetryPolicy = { attempts: 5 };
const REQUEST_ID_BYTES = 9;
/** Two attempts of the client and half a one: an answer within three seconds with the time-out of a deployed function. */
const PATIENCE_MILLIS = 2.5 * config.DYNAMODB_TIMEOUT_MS;

/** Ids whose bytes are drawn at once: to ask the system for each would take longer than anything else in a request. */
const IDS_DRAWN = 256;
let drawn = Buffer.alloc(0);
let used = 0;

function newRequestId(): string {
  if (used === drawn.length) {
    drawn = randomBytes(REQUEST_ID_BYTES * IDS_DRAWN);
    used = 0;
  }
  used += REQUEST_ID_BYTES;
  return drawn.toString('base64url', used - REQUEST_ID_BYTES, used);
}

/**
 * All credentials of an account draw from its one bucket. A request with a credential that this instance has seen
 * costs one write and no read: the write asks for the account's stamp as it was when the credential was read. A
 * credential changes first and the stamp moves on afterwards, so the stamp is always read first and the credential
 * after it: the other order could pair a revoked credential with the stamp that came after.
 */
export class CredentialLimiter implements RequestLimiter<Caller> {
  readonly #table: () => Table;
  readonly #clock: () => number;
  readonly #accountLimiter: Limiter<AccountRecord, AccountAsk>;
  readonly #keyLimiter: Limiter<Limited, KeyAsk>;
  readonly #callers = new LruCache<Caller>(MEMORY_SIZE);
  /** Accounts that may be used, each as it was last seen. */
  readonly #accounts = new LruCache<AccountRecord>(MEMORY_SIZE);
  readonly #refusals: RefusalCounts;

  /** `clock` gives microseconds since the epoch. */
  constructor(table: () => Table, clock: () => number, patienceMillis = PATIENCE_MILLIS) {
    this.#table = table;
    this.#clock = clock;
    const options = { clock, newRequestId, patienceMillis };
    this.#accountLimiter = new Limiter(accountBuckets(table), options);
    this.#keyLimiter = new Limiter(keyBuckets(table), options);
    this.#refusals = new RefusalCounts(table);
  }

  /** Takes a token for the credential of this hash. Rejects when the table cannot answer: nobody is admitted. */
  async admit(hash: string): Promise<RequestAdmission<Caller>> {
    let own: RateLimitStatus | undefined;
    let caller = this.#callers.find(hash) ?? (await this.#meet(hash));
    return retry(STAMP_CHANGES, async () => {
      if (caller === undefined || !isUsable(caller.credential, this.#clock())) {
        this.#callers.delete(hash);
        return { outcome: 'unusable' };
      }
      if (own === undefined && caller.credential.limits !== undefined) {
        const admission = await this.#admitKey(caller, caller.credential.limits);
        if (admission.outcome === 'refused') return this.#refuse(caller, admission);
        own = admission.status;
      }
      const admission = await this.#admitAccount(caller);
      if (admission.outcome === 'refused') return this.#refuse(caller, admission);
      if (admission.outcome === 'admitted') {
        const record = { credential: caller.credential, account: admission.record };
        return { outcome: 'admitted', record, status: tighter(own, admission.status) };
      }
      caller = await this.#meetAgain(hash, caller, admission.record);
      throw new TryAgain('The account changed');
    });
  }

  lastStatus(hash: string): RateLimitStatus | undefined {
    const account = this.#callers.find(hash)?.account;
    return account === undefined ? undefined : this.#accountLimiter.lastStatus(account.id);
  }

  /**
   * The key's own, lower limit comes first: a refusal there costs the account nothing, while a refusal by the account
   * costs the key a token of its own.
   */
  async #admitKey({ credential, account }: Caller, limits: NonNullable<CredentialItem['limits']>) {
    const own: BucketLimits = { requestsPerMinute: limits.requests_per_minute, burst: limits.burst };
    const ask = { account: account.id, bucket: bucketOf(own) };
    const admission = await this.#keyLimiter.admit(keyBucketName(credential.id, own), ask);
    if (admission.outcome === 'outdated') throw new Error("A key's bucket is never outdated");
    return admission;
  }

  async #admitAccount({ credential, account }: Caller): Promise<Admission<AccountRecord>> {
    const { id, stamp, bucket } = account;
    const name = countName(credential.id);
    return this.#refusals.carry(id, name, this.#clock(), async (refusals) => {
      const result = await this.#accountLimiter.admit(id, { stamp, bucket, name, refusals });
      return { result, isCarried: result.outcome === 'admitted' };
    });
  }

  async #refuse<T>({ credential, account }: Caller, refusal: T): Promise<T> {
    await this.#refusals.add(account.id, countName(credential.id), this.#clock());
    return refusal;
  }

  /** A credential that this instance has not seen, or has forgotten. */
  async #meet(hash: string): Promise<Caller | undefined> {
    const credential = await getCredential(this.#table(), hash);
    if (credential === undefined || !isUsable(credential, this.#clock())) return undefined;
    const known = this.#accounts.find(credential.user_id);
    if (known !== undefined) return this.#remember(hash, { credential, account: known });
    const account = await this.#readAccount(credential.user_id);
    return this.#pair(hash, account);
  }

  /** The same of one whose account has changed: as the failed write found the account, or as it stands now. */
  async #meetAgain(hash: string, { account }: Caller, found: AccountRecord | undefined) {
    return this.#pair(hash, found ?? (await this.#readAccount(account.id)));
  }

  async #pair(hash: string, account: AccountRecord | undefined): Promise<Caller | undefined> {
    if (account === undefined) return undefined;
    this.#accounts.delete(account.id);
    if (account.status !== 'active') return undefined;
    this.#accounts.set(account.id, account);
    const credential = await getCredential(this.#table(), hash);
    return credential === undefined ? undefined : this.#remember(hash, { credential, account });
  }

  #remember(hash: string, caller: Caller): Caller {
    this.#callers.set(hash, caller);
    return caller;
  }

  /** The account's record, made of its user's item at the first request. */
  async #readAccount(id: string): Promise<AccountRecord | undefined> {
    const table = this.#table();
    const record = await getAccountRecord(table, id);
    if (record !== undefined) return record;
    const account = await getAccount(table, id);
    if (account === undefined) return undefined;
    await applyAccount(table, account);
    return getAccountRecord(table, id);
  }
}

function tighter(own: RateLimitStatus | undefined, account: RateLimitStatus): RateLimitStatus {
  return own === undefined || own.remaining > account.remaining ? account : own;
}

/** Limits callers without a credential by their source address. */
export function sourceLimiter(
  table: () => Table,
  limits: BucketLimits,
  clock: () => number,
  patienceMillis = PATIENCE_MILLIS,
): RequestLimiter<Limited> {
  const limiter = new Limiter(sourceBuckets(table, limits), { clock, newRequestId, patienceMillis });
  return {
    async admit(source) {
      const admission = await limiter.admit(source, undefined);
      return admission.outcome === 'outdated' ? { outcome: 'unusable' } : admission;
    },
    lastStatus: (source) => limiter.lastStatus(source),
  };
}
