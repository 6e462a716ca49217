import { PUBLIC_LIMITS } from '../platform/contract/plans.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { RetryableError, type RetryPolicy, retry } from '../platform/retry.ts';
import { addressLimiter } from './address-limiter.ts';
import { type Caller, Callers } from './callers.ts';
import { isAllowedFrom } from './domain/allowed-ips.ts';
import { limitedAddress } from './domain/limited-address.ts';
import { type Admission, type Limited, Limiter, type Refused } from './domain/limiter.ts';
import type { RateLimitStatus } from './domain/rate-limit.ts';
import { countName, elsewhereName } from './domain/request-counts.ts';
import { newRequestId, PATIENCE_MILLIS } from './limiter-defaults.ts';
import { RefusalCounts } from './refusal-counts.ts';
import type { RequestAdmission, RequestLimiter, WrongSource } from './request-limiter.ts';
import { type AccountAsk, type AccountRecord, accountBuckets } from './store/account-buckets.ts';
import { isUsable } from './store/credentials.ts';

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
  /** The limit of the caller's address, once it has been charged because the credential may not be used from there. */
  charged: RateLimitStatus | undefined;
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
    this.#addresses = addressLimiter(table, PUBLIC_LIMITS, clock, patienceMillis);
    this.#refusals = new RefusalCounts(table);
  }

  /**
   * Takes a token for the credential of this hash. Rejects when the table cannot answer: nobody is admitted. What is
   * remembered of a credential's own restrictions refuses nobody: they are looked at once more, as they may be lifted.
   * Who comes from where the credential may not be used draws from the bucket of their address, before that look too.
   */
  async admit(hash: string, sourceIp = ''): Promise<RequestAdmission<Caller>> {
    const asked: Asked = { hash, sourceIp, charged: undefined };
    let caller = this.#callers.find(hash) ?? (await this.#callers.meet(hash));
    // The account may be remembered also where the credential was not.
    let tried = await this.#try(asked, caller, { isRemembered: true });
    if (tried.outcome !== 'outdated') return tried;
    return retry(ACCOUNT_CHANGES, async () => {
      if (caller !== undefined && tried.outcome === 'outdated') {
        caller = await this.#callers.meetAgain(hash, caller, tried.seen);
      }
      tried = await this.#try(asked, caller, { isRemembered: false });
      if (tried.outcome === 'outdated') throw new RetryableError('The account changed');
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
    const { allowed_ips } = caller.credential;
    if (allowed_ips !== undefined && !isAllowedFrom(allowed_ips, asked.sourceIp)) {
      return this.#refuseSource(caller, asked, isRemembered);
    }
    const admission = await this.#admitAccount(caller, isRemembered);
    if (admission.outcome === 'outdated') return { outcome: 'outdated', seen: admission.record };
    if (admission.outcome === 'refused') {
      await this.#refusals.add(caller.account.id, countName(caller.credential.id), this.#clock());
      return admission;
    }
    const record = { credential: caller.credential, account: admission.record };
    return { outcome: 'admitted', record, status: admission.status };
  }

  lastStatus(hash: string): RateLimitStatus | undefined {
    const account = this.#callers.find(hash)?.account;
    return account === undefined ? undefined : this.#accountLimiter.lastStatus(account.id);
  }

  /** A key may not be used from this address. The request draws from the bucket of its address, once. */
  async #refuseSource(
    caller: Caller,
    asked: Asked,
    isRemembered: boolean,
  ): Promise<RequestAdmission<Caller> | Outdated> {
    if (asked.charged === undefined) {
      const charge = await this.#addresses.admit(limitedAddress(asked.sourceIp));
      if (charge.outcome === 'refused') return this.#refuseElsewhere(caller, charge);
      if (charge.outcome !== 'admitted') return { outcome: 'unusable' };
      asked.charged = charge.status;
    }
    if (isRemembered) return { outcome: 'outdated', seen: undefined };
    return this.#refuseElsewhere(caller, { outcome: 'wrong_source', status: asked.charged });
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

  /** Counted for the account, whose limit has no part in it. */
  async #refuseElsewhere({ credential, account }: Caller, refusal: Refused | WrongSource) {
    await this.#refusals.add(account.id, elsewhereName(credential.id), this.#clock());
    return refusal;
  }
}
