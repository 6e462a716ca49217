import { LruCache } from '../platform/domain/lru-cache.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { readAccount } from './account-record.ts';
import type { AccountRecord } from './store/account-buckets.ts';
import { type CredentialItem, getCredential, isUsable } from './store/credentials.ts';

/** A credential with the account whose limit its requests use. */
export interface Caller {
  readonly credential: CredentialItem;
  readonly account: AccountRecord;
}

/** Maximum number of cached credentials, and of cached accounts, per Lambda instance. */
const MEMORY_SIZE = 1_000;

/**
 * Cache of credentials and accounts in one Lambda instance. The account's stamp changes after its
 * credentials do.
 * So the stamp is always read before the credential. The other order could combine a revoked
 * credential with the newer stamp.
 */
export class Callers {
  readonly #table: () => Table;
  readonly #clock: () => number;
  readonly #callers = new LruCache<Caller>(MEMORY_SIZE);
  /** Active accounts as last read. `turn` numbers the reads in order. */
  readonly #accounts = new LruCache<{ readonly account: AccountRecord; readonly turn: number }>(MEMORY_SIZE);
  #turn = 0;

  /** `clock` returns epoch microseconds. */
  constructor(table: () => Table, clock: () => number) {
    this.#table = table;
    this.#clock = clock;
  }

  /** Returns the cached caller of a credential hash, or undefined. */
  find(hash: string): Caller | undefined {
    return this.#callers.find(hash);
  }

  forget(hash: string): void {
    this.#callers.delete(hash);
  }

  /**
   * Reads the caller of a credential that is not cached. Undefined if the credential cannot be
   * used. Costs one read if the account was cached before.
   */
  async load(hash: string): Promise<Caller | undefined> {
    const turn = this.#turn;
    const credential = await getCredential(this.#table(), hash);
    if (credential === undefined || !isUsable(credential, this.#clock())) return undefined;
    const cachedCaller = this.#accounts.find(credential.user_id);
    if (cachedCaller !== undefined && cachedCaller.turn <= turn) {
      return this.#remember(hash, { credential, account: cachedCaller.account });
    }
    return this.#pair(hash, cachedCaller?.account ?? (await readAccount(this.#table(), credential.user_id)));
  }

  /**
   * Reads the caller again after its account has changed. `found` is the account that a failed
   * write returned; without it, the account is read too.
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
    this.#turn += 1;
    this.#accounts.set(account.id, { account, turn: this.#turn });
    const credential = await getCredential(this.#table(), hash);
    return credential === undefined ? undefined : this.#remember(hash, { credential, account });
  }

  #remember(hash: string, caller: Caller): Caller {
    this.#callers.set(hash, caller);
    return caller;
  }
}
