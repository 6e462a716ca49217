import { LruCache } from '../platform/domain/lru-cache.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { readAccount } from './account-record.ts';
import type { AccountRecord } from './store/account-buckets.ts';
import { type CredentialItem, getCredential, isUsable } from './store/credentials.ts';

/** Who a credential stands for: itself, and the account that its requests are counted against. */
export interface Caller {
  readonly credential: CredentialItem;
  readonly account: AccountRecord;
}

/** Credentials, and accounts, that one Lambda instance remembers. */
const MEMORY_SIZE = 1_000;

/**
 * Callers that one Lambda instance remembers. A credential changes first and its account's stamp moves on afterwards, so
 * the stamp is always read first and the credential after it: the other order could pair a revoked credential with the
 * stamp that came after.
 */
export class Callers {
  readonly #table: () => Table;
  readonly #clock: () => number;
  readonly #callers = new LruCache<Caller>(MEMORY_SIZE);
  /** Accounts that may be used, each as it was last seen, and the how-manieth to be seen it was. */
  readonly #accounts = new LruCache<{ readonly account: AccountRecord; readonly turn: number }>(MEMORY_SIZE);
  #turn = 0;

  /** `clock` gives microseconds since the epoch. */
  constructor(table: () => Table, clock: () => number) {
    this.#table = table;
    this.#clock = clock;
  }

  /** The caller of the credential with this hash when it was last read; undefined where it is not cached. */
  find(hash: string): Caller | undefined {
    return this.#callers.find(hash);
  }

  forget(hash: string): void {
    this.#callers.delete(hash);
  }

  /**
   * The caller by a credential that this instance has not seen, or has forgotten; undefined where it is of no use. One
   * read where the account is remembered from before it.
   */
  async meet(hash: string): Promise<Caller | undefined> {
    const turn = this.#turn;
    const credential = await getCredential(this.#table(), hash);
    if (credential === undefined || !isUsable(credential, this.#clock())) return undefined;
    const known = this.#accounts.find(credential.user_id);
    if (known !== undefined && known.turn <= turn) {
      return this.#remember(hash, { credential, account: known.account });
    }
    return this.#pair(hash, known?.account ?? (await readAccount(this.#table(), credential.user_id)));
  }

  /**
   * The same of one whose account has changed: as the failed write `found` the account, or as it stands now. The
   * credential is read.
   */
  async meetAgain(
    hash: string,
    { account }: Caller,
    found: AccountRecord | undefined,
  ): Promise<Caller | undefined> {
    return this.#pair(hash, found ?? (await readAccount(this.#table(), account.id)));
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
