import { PUBLIC_LIMITS } from '../platform/contract/plans.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { RetryableError, type RetryPolicy, retry } from '../platform/retry.ts';
import { addressLimiter } from './address-limiter.ts';
import { type Caller, Callers } from './callers.ts';
import { isAllowedFrom, limitedAddress } from './domain/ip-addresses.ts';
import { type Admission, type BucketRecord, Limiter, type Refused } from './domain/limiter.ts';
import type { RateLimitStatus } from './domain/rate-limit.ts';
import { countName, wrongSourceName } from './domain/request-counts.ts';
import { newRequestId, PATIENCE_MILLIS } from './limiter-defaults.ts';
import { RefusalCounts } from './rejected-request-counts.ts';
import type { RequestAdmission, RequestLimiter, WrongSource } from './request-limiter.ts';
import { type AccountAsk, type AccountRecord, accountBuckets } from './store/account-buckets.ts';
import { isUsable } from './store/credentials.ts';

/**
 * Retries when an operator changes the account during a request. All pauses together take at most
 * one second. Changes of credentials cause no retries.
 */
const ACCOUNT_CHANGES = {
  attempts: 10,
  backoff: { baseMs: 10, maxMs: 160 },
} as const satisfies RetryPolicy;

/** State of one request that is kept between its attempts. */
interface RequestState {
  readonly hash: string;
  readonly sourceIp: string;
  /**
   * Limit of the caller's IP address, once a token was taken from it because the credential may not
   * be used from there.
   */
  charged: RateLimitStatus | undefined;
}

/** The account has changed since it was cached. `seen` is the newer record, if known. */
interface OutdatedCredential {
  readonly outcome: 'outdated';
  readonly seen: AccountRecord | undefined;
}

/**
 * Limits requests by credential. All credentials of an account share its bucket.
 * A request with a cached credential costs one write and no read. The write checks that the
 * account's stamp is unchanged since the credential was read. If the stamp has changed, the
 * credential is read again for this request. The write then checks only the account's version.
 */
export class CredentialLimiter implements RequestLimiter<Caller> {
  readonly #clock: () => number;
  readonly #accountLimiter: Limiter<AccountRecord, AccountAsk>;
  readonly #callers: Callers;
  /**
   * Limiter of IP addresses that use a key outside its allowlist. It shares the buckets of public
   * routes.
   */
  readonly #addresses: RequestLimiter<BucketRecord>;
  readonly #refusals: RefusalCounts;

  /** `clock` returns epoch microseconds. */
  constructor(table: () => Table, clock: () => number, patienceMillis = PATIENCE_MILLIS) {
    this.#clock = clock;
    this.#callers = new Callers(table, clock);
    const options = { clock, newRequestId, patienceMillis };
    this.#accountLimiter = new Limiter(accountBuckets(table), options);
    this.#addresses = addressLimiter(table, PUBLIC_LIMITS, clock, patienceMillis);
    this.#refusals = new RefusalCounts(table);
  }

  /**
   * Takes a token for the credential with this hash. Rejects with an error when the table does not
   * answer, so that nobody is admitted then.
   * A cached allowlist never rejects alone, because the owner may have changed it: the credential
   * is read again first. Before that, a token is taken from the bucket of the IP address.
   */
  async admit(hash: string, sourceIp = ''): Promise<RequestAdmission<Caller>> {
    const requestState: RequestState = { hash, sourceIp, charged: undefined };
    let caller = this.#callers.find(hash) ?? (await this.#callers.load(hash));
    // Even if the credential was not cached, the account may have been.
    let result = await this.#attempt(requestState, caller, { isRemembered: true });
    if (result.outcome !== 'outdated') return result;
    return retry(ACCOUNT_CHANGES, async () => {
      if (caller !== undefined && result.outcome === 'outdated') {
        caller = await this.#callers.reload(hash, caller, result.seen);
      }
      result = await this.#attempt(requestState, caller, { isRemembered: false });
      if (result.outcome === 'outdated') throw new RetryableError('The account changed');
      return result;
    });
  }

  /** Decides with the given caller, which is cached or was read for this request. */
  async #attempt(
    requestState: RequestState,
    caller: Caller | undefined,
    { isRemembered }: { readonly isRemembered: boolean },
  ): Promise<RequestAdmission<Caller> | OutdatedCredential> {
    if (caller === undefined || !isUsable(caller.credential, this.#clock())) {
      this.#callers.forget(requestState.hash);
      return { outcome: 'unusable' };
    }
    const { allowed_ips } = caller.credential;
    if (allowed_ips !== undefined && !isAllowedFrom(allowed_ips, requestState.sourceIp)) {
      return this.#rejectSource(caller, requestState, isRemembered);
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

  /**
   * Rejects a key that is used from another IP address than allowed. Takes one token from the
   * bucket of the address per request.
   */
  async #rejectSource(
    caller: Caller,
    requestState: RequestState,
    isRemembered: boolean,
  ): Promise<RequestAdmission<Caller> | OutdatedCredential> {
    if (requestState.charged === undefined) {
      const charge = await this.#addresses.admit(limitedAddress(requestState.sourceIp));
      if (charge.outcome === 'refused') return this.#countAndReject(caller, charge);
      if (charge.outcome !== 'admitted') return { outcome: 'unusable' };
      requestState.charged = charge.status;
    }
    if (isRemembered) return { outcome: 'outdated', seen: undefined };
    return this.#countAndReject(caller, { outcome: 'wrong_source', status: requestState.charged });
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

  /** Counts the rejection for the account without using its limit. */
  async #countAndReject({ credential, account }: Caller, refusal: Refused | WrongSource) {
    await this.#refusals.add(account.id, wrongSourceName(credential.id), this.#clock());
    return refusal;
  }
}
