import { LruCache } from '../platform/domain/lru-cache.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { readAccount } from './account-record.ts';
import type { AccountRecord } from './store/account-buckets.ts';
import { type CredentialItem, getCredential, isUsableCredential } from './store/credentials.ts';

/** A credential, and the account whose rate limit applies to requests with this credential. */
export interface Caller {
  readonly credential: CredentialItem;
  readonly account: AccountRecord;
}

/** Maximum number of cached credentials per Lambda instance. The same maximum applies to cached accounts. */
const CACHED_CALLERS_MAX = 1_000;

/**
 * Caches credentials and accounts in one Lambda instance.
 * Always reads the account before the credential. The opposite order could combine an old credential with a new
 * `cacheVersion`, and so admit a revoked credential.
 */
export class CallerCache {
  readonly #table: () => Table;
  readonly #clock: () => number;
  readonly #callers = new LruCache<Caller>(CACHED_CALLERS_MAX);
  /**
   * Cached accounts by account id. `accountReadNumber` is the number of the read that returned the account. `load` uses
   * it to check that the account was read before the credential.
   */
  readonly #accounts = new LruCache<{ readonly account: AccountRecord; readonly accountReadNumber: number }>(
    CACHED_CALLERS_MAX,
  );
  #accountReadCount = 0;

  /** `clock` returns epoch microseconds. */
  constructor(table: () => Table, clock: () => number) {
    this.#table = table;
    this.#clock = clock;
  }

  find(hash: string): Caller | undefined {
    return this.#callers.find(hash);
  }

  forget(hash: string): void {
    this.#callers.delete(hash);
  }

  /** Reads the caller of a credential that is not cached. Returns undefined if the credential cannot be used. */
  async load(hash: string): Promise<Caller | undefined> {
    const accountReadCountAtStart = this.#accountReadCount;
    const credential = await getCredential(this.#table(), hash);
    if (credential === undefined || !isUsableCredential(credential, this.#clock())) return undefined;
    const cachedAccount = this.#accounts.find(credential.user_id);
    if (cachedAccount !== undefined && cachedAccount.accountReadNumber <= accountReadCountAtStart) {
      return this.#remember(hash, { credential, account: cachedAccount.account });
    }
    return this.#pair(hash, cachedAccount?.account ?? (await readAccount(this.#table(), credential.user_id)));
  }

  /**
   * Reads the credential again after its account has changed. Reads the account too if `accountRecord` is
   * undefined.
   */
  async reload(
    hash: string,
    { account }: Caller,
    accountRecord: AccountRecord | undefined,
  ): Promise<Caller | undefined> {
    return this.#pair(hash, accountRecord ?? (await readAccount(this.#table(), account.id)));
  }

  async #pair(hash: string, account: AccountRecord | undefined): Promise<Caller | undefined> {
    if (account === undefined) return undefined;
    this.#accounts.delete(account.id);
    if (account.status !== 'active') return undefined;
    this.#accountReadCount += 1;
    this.#accounts.set(account.id, { account, accountReadNumber: this.#accountReadCount });
    const credential = await getCredential(this.#table(), hash);
    return credential === undefined ? undefined : this.#remember(hash, { credential, account });
  }

  #remember(hash: string, caller: Caller): Caller {
    this.#callers.set(hash, caller);
    return caller;
  }
}
