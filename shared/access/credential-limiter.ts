import { PUBLIC_LIMITS } from '../platform/contract/plans.ts';
import { LruCache } from '../platform/domain/lru-cache.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { type RetryPolicy, retry, TryAgain } from '../platform/retry.ts';
import { readAccount } from './account-record.ts';
import { addressLimiter } from './address-limiter.ts';
import { isAllowedFrom } from './domain/allowed-ips.ts';
import { laterRefusal, laterSeen, tighter } from './domain/both-limits.ts';
import { limitedAddress } from './domain/limited-address.ts';
import { type Admission, type Limited, Limiter, type Refused } from './domain/limiter.ts';
import { bucketOf, type RateLimitStatus } from './domain/rate-limit.ts';
import { countName, elsewhereName } from './domain/request-counts.ts';
import { newRequestId, PATIENCE_MILLIS } from './limiter-defaults.ts';
import { RefusalCounts } from './refusal-counts.ts';
import type { RequestAdmission, RequestLimiter } from './request-limiter.ts';
import { type AccountAsk, type AccountRecord, accountBuckets } from './store/account-buckets.ts';
import {
  type CredentialItem,
  getCredential,
  isUsable,
  limitLineOf,
  ownLimitsOf,
} from './store/credentials.ts';
import { type KeyAsk, keyBucketName, keyBuckets } from './store/key-buckets.ts';

/** Who a credential stands for: itself, and the account that its requests are counted against. */
export interface Caller {
  readonly credential: CredentialItem;
  readonly account: AccountRecord;
}

type Refusal = Refused | { readonly outcome: 'wrong_source' };

/** The bucket of a key's own limit, and how it stands after the token that was taken of it. */
interface OwnLimit {
  readonly name: string;
  readonly limited: Limited;
  readonly status: RateLimitStatus;
}

/** Credentials, and accounts, that one Lambda instance remembers. */
const MEMORY_SIZE = 1_000;
/** Changes of one account that may come between two calls of a request. */
const STAMP_CHANGES: RetryPolicy = { attempts: 5 };

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
  /** Of those who present a key from where it may not be used: the buckets of public routes. */
  readonly #addresses: RequestLimiter<Limited>;
  readonly #refusals: RefusalCounts;

  /** `clock` gives microseconds since the epoch. */
  constructor(table: () => Table, clock: () => number, patienceMillis = PATIENCE_MILLIS) {
    this.#table = table;
    this.#clock = clock;
    const options = { clock, newRequestId, patienceMillis };
    this.#accountLimiter = new Limiter(accountBuckets(table), options);
    this.#keyLimiter = new Limiter(keyBuckets(table), options);
    this.#addresses = addressLimiter(table, PUBLIC_LIMITS, clock, patienceMillis);
    this.#refusals = new RefusalCounts(table);
  }

  /**
   * Takes a token for the credential of this hash. Rejects when the table cannot answer: nobody is admitted. What is
   * remembered of a credential's own restrictions refuses nobody: they are looked at once more, as they may be lifted.
   * Who comes from where the credential may not be used draws from the bucket of their address, before that look too.
   */
  async admit(hash: string, sourceIp = ''): Promise<RequestAdmission<Caller>> {
    let own: OwnLimit | undefined;
    // Until it was looked at for this very request: the account may be remembered where the credential is not.
    let isRemembered = true;
    let isCharged = false;
    let caller = this.#callers.find(hash) ?? (await this.#meet(hash));
    return retry(STAMP_CHANGES, async () => {
      if (caller === undefined || !isUsable(caller.credential, this.#clock())) {
        this.#callers.delete(hash);
        return { outcome: 'unusable' };
      }
      const asked = await this.#askCredential(caller, sourceIp, own);
      if (asked.refusal?.outcome === 'wrong_source' && !isCharged) {
        isCharged = true;
        const charge = await this.#addresses.admit(limitedAddress(sourceIp));
        if (charge.outcome === 'refused') return this.#refuseElsewhere(caller, charge);
      }
      if (asked.refusal !== undefined && !isRemembered) {
        return this.#refuse(caller, asked.refusal, this.#lastSeen(caller.account));
      }
      let seen: AccountRecord | undefined;
      if (asked.refusal === undefined) {
        own = asked.own;
        const admission = await this.#admitAccount(caller);
        if (admission.outcome === 'refused') return this.#refuse(caller, admission, own?.limited);
        if (admission.outcome === 'admitted') {
          const record = { credential: caller.credential, account: admission.record };
          return { outcome: 'admitted', record, status: tighter(own?.status, admission.status) };
        }
        seen = admission.record;
      }
      isRemembered = false;
      caller = await this.#meetAgain(hash, caller, seen);
      throw new TryAgain('The account changed');
    });
  }

  lastStatus(hash: string): RateLimitStatus | undefined {
    const account = this.#callers.find(hash)?.account;
    return account === undefined ? undefined : this.#accountLimiter.lastStatus(account.id);
  }

  /**
   * What the credential says by itself. Its own, lower limit comes before the account's: a refusal there costs the
   * account nothing, while a refusal by the account costs the key a token of its own.
   */
  async #askCredential(
    { credential, account }: Caller,
    sourceIp: string,
    before: OwnLimit | undefined,
  ): Promise<{ readonly refusal?: Refusal; readonly own?: OwnLimit }> {
    const { allowed_ips } = credential;
    if (allowed_ips !== undefined && !isAllowedFrom(allowed_ips, sourceIp)) {
      return { refusal: { outcome: 'wrong_source' } };
    }
    const own = ownLimitsOf(credential);
    if (own === undefined) return {};
    const name = keyBucketName(limitLineOf(credential), own);
    if (before?.name === name) return { own: before };
    const admission = await this.#keyLimiter.admit(name, { account: account.id, bucket: bucketOf(own) });
    if (admission.outcome === 'outdated') throw new Error("A key's bucket is never outdated");
    if (admission.outcome === 'refused') return { refusal: admission };
    return { own: { name, limited: admission.record, status: admission.status } };
  }

  async #admitAccount({ credential, account }: Caller): Promise<Admission<AccountRecord>> {
    const { id, stamp, bucket } = account;
    const name = countName(credential.id);
    return this.#refusals.carry(id, name, this.#clock(), async (refusals) => {
      const result = await this.#accountLimiter.admit(id, { stamp, bucket, name, refusals });
      return { result, isCarried: result.outcome === 'admitted' };
    });
  }

  /** The caller is told of the other of the two limits where that one lets them wait for longer. */
  async #refuse({ credential, account }: Caller, refusal: Refusal, other?: Limited): Promise<Refusal> {
    if (refusal.outcome !== 'refused') return this.#refuseElsewhere({ credential, account }, refusal);
    const now = this.#clock();
    await this.#refusals.add(account.id, countName(credential.id), now);
    return laterRefusal(refusal, other, now);
  }

  /** Counted for the account, whose limit has no part in it. */
  async #refuseElsewhere({ credential, account }: Caller, refusal: Refusal): Promise<Refusal> {
    await this.#refusals.add(account.id, elsewhereName(credential.id), this.#clock());
    return refusal;
  }

  /** The account's bucket without a further read: as it was found for this request, or as a later one left it. */
  #lastSeen(account: AccountRecord): Limited {
    return laterSeen(account, this.#accountLimiter.lastSeen(account.id));
  }

  /** A credential that this instance has not seen, or has forgotten. */
  async #meet(hash: string): Promise<Caller | undefined> {
    const credential = await getCredential(this.#table(), hash);
    if (credential === undefined || !isUsable(credential, this.#clock())) return undefined;
    const known = this.#accounts.find(credential.user_id);
    if (known !== undefined) return this.#remember(hash, { credential, account: known });
    return this.#pair(hash, await readAccount(this.#table(), credential.user_id));
  }

  /** The same of one whose account has changed: as the failed write found the account, or as it stands now. */
  async #meetAgain(hash: string, { account }: Caller, found: AccountRecord | undefined) {
    return this.#pair(hash, found ?? (await readAccount(this.#table(), account.id)));
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
}
