import { PUBLIC_LIMITS } from '../platform/contract/plans.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { type RetryPolicy, retry, TryAgain } from '../platform/retry.ts';
import { addressLimiter } from './address-limiter.ts';
import { type Caller, Callers } from './callers.ts';
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
import { isUsable, limitLineOf, ownLimitsOf } from './store/credentials.ts';
import { type KeyAsk, keyBucketName, keyBuckets } from './store/key-buckets.ts';

type Refusal = Refused | { readonly outcome: 'wrong_source' };

/** The bucket of a key's own limit, and how it stands after the token that was taken of it. */
interface OwnLimit {
  readonly name: string;
  readonly limited: Limited;
  readonly status: RateLimitStatus;
}

/**
 * Changes of one account, by operators, that may come between two calls of a request; the pauses come to a second at
 * most. Changes of its credentials, which its user makes as often as they like, keep no request waiting.
 */
const ACCOUNT_CHANGES = {
  attempts: 10,
  backoff: { baseMs: 10, maxMs: 160 },
} as const satisfies RetryPolicy;

/** What one try of a request hands on to the next. */
interface Asked {
  readonly hash: string;
  readonly sourceIp: string;
  own: OwnLimit | undefined;
  /** Whether the address has paid for coming from where the credential may not be used. */
  isCharged: boolean;
}

/** What a try found of the account, where it can decide nothing by what it knew of it. */
interface Outdated {
  readonly outcome: 'outdated';
  readonly seen: AccountRecord | undefined;
}

/**
 * All credentials of an account draw from its one bucket. A request with a credential that this instance has seen
 * costs one write and no read: the write asks for the account's stamp as it was when the credential was read. Where the
 * stamp has moved on, the credential is read for this very request; then the write asks for the account's version alone,
 * as no change of a credential that comes after that read has come before the request.
 */
export class CredentialLimiter implements RequestLimiter<Caller> {
  readonly #clock: () => number;
  readonly #accountLimiter: Limiter<AccountRecord, AccountAsk>;
  readonly #keyLimiter: Limiter<Limited, KeyAsk>;
  readonly #callers: Callers;
  /** Of those who present a key from where it may not be used: the buckets of public routes. */
  readonly #addresses: RequestLimiter<Limited>;
  readonly #refusals: RefusalCounts;

  /** `clock` gives microseconds since the epoch. */
  constructor(table: () => Table, clock: () => number, patienceMillis = PATIENCE_MILLIS) {
    this.#clock = clock;
    this.#callers = new Callers(table, clock);
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
    const asked: Asked = { hash, sourceIp, own: undefined, isCharged: false };
    let caller = this.#callers.find(hash) ?? (await this.#callers.meet(hash));
    // The account may be remembered also where the credential was not.
    let tried = await this.#try(asked, caller, { isRemembered: true });
    if (tried.outcome !== 'outdated') return tried;
    return retry(ACCOUNT_CHANGES, async () => {
      if (caller !== undefined && tried.outcome === 'outdated') {
        caller = await this.#callers.meetAgain(hash, caller, tried.seen);
      }
      tried = await this.#try(asked, caller, { isRemembered: false });
      if (tried.outcome === 'outdated') throw new TryAgain('The account changed');
      return tried;
    });
  }

  /** Decides by what is known of the caller: remembered, or looked at for this very request. */
  async #try(
    asked: Asked,
    caller: Caller | undefined,
    { isRemembered }: { readonly isRemembered: boolean },
  ): Promise<RequestAdmission<Caller> | Outdated> {
    if (caller === undefined || !isUsable(caller.credential, this.#clock())) {
      this.#callers.forget(asked.hash);
      return { outcome: 'unusable' };
    }
    const { refusal, own } = await this.#askCredential(caller, asked);
    if (refusal?.outcome === 'wrong_source' && !asked.isCharged) {
      asked.isCharged = true;
      const charge = await this.#addresses.admit(limitedAddress(asked.sourceIp));
      if (charge.outcome === 'refused') return this.#refuseElsewhere(caller, charge);
    }
    if (refusal !== undefined) {
      if (isRemembered) return { outcome: 'outdated', seen: undefined };
      return this.#refuse(caller, refusal, this.#lastSeen(caller.account));
    }
    asked.own = own;
    const admission = await this.#admitAccount(caller, isRemembered);
    if (admission.outcome === 'outdated') return { outcome: 'outdated', seen: admission.record };
    if (admission.outcome === 'refused') return this.#refuse(caller, admission, own?.limited);
    const record = { credential: caller.credential, account: admission.record };
    return { outcome: 'admitted', record, status: tighter(own?.status, admission.status) };
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
    { sourceIp, own: before }: Asked,
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

  async #admitAccount(
    { credential, account }: Caller,
    isRemembered: boolean,
  ): Promise<Admission<AccountRecord>> {
    const { id, stamp, version, bucket } = account;
    const seen = isRemembered ? { stamp } : { stamp, version };
    const name = countName(credential.id);
    return this.#refusals.carry(id, name, this.#clock(), async (refusals) => {
      const result = await this.#accountLimiter.admit(id, { ...seen, bucket, name, refusals });
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
}
