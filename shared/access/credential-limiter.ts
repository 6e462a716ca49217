import { PUBLIC_LIMITS } from '../platform/contract/plans.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { RetryableError, type RetryPolicy, retry } from '../platform/retry.ts';
import { addressLimiter } from './address-limiter.ts';
import { type Caller, Callers } from './callers.ts';
import { isAllowedFrom, limitedAddress } from './domain/ip-addresses.ts';
import { type Admission, type BucketRecord, Limiter, type RateLimited } from './domain/limiter.ts';
import type { RateLimitStatus } from './domain/rate-limit.ts';
import { countName, wrongSourceName } from './domain/request-counts.ts';
import { newRequestId, TIMEOUT_MILLIS } from './limiter-defaults.ts';
import { RefusalCounts } from './rejected-request-counts.ts';
import type { DisallowedAddress, RequestAdmission, RequestLimiter } from './request-limiter.ts';
import { type AccountRecord, accountBuckets, type ExpectedAccountState } from './store/account-buckets.ts';
import { isUsable } from './store/credentials.ts';

/**
 * Retry policy for a request whose account changes during the request, for example because an operator changes the
 * plan. All pauses together take at most one second. A changed credential causes no retry.
 */
const ACCOUNT_CHANGES = {
  attempts: 10,
  backoff: { baseMs: 10, maxMs: 160 },
} as const satisfies RetryPolicy;

/** Data about one request. It is shared by all attempts to decide the request. */
interface RequestState {
  readonly hash: string;
  readonly sourceIp: string;
  /**
   * The rate limit of the caller's IP address, after a token was taken from the bucket of this address. Undefined
   * if no token was taken there. A token is taken only if the credential may not be used from this address.
   */
  charged: RateLimitStatus | undefined;
}

/**
 * The account has changed since it was cached, so the request must be decided again. `seen` is the newer
 * account record. It is undefined if no newer record was read.
 */
interface OutdatedCredential {
  readonly outcome: 'outdated';
  readonly seen: AccountRecord | undefined;
}

/**
 * Limits requests by credential. All credentials of an account share the account's bucket.
 * A request with a cached credential costs one write and no read. The write checks the account's `stamp`, a number
 * that increases with every change of the account or its credentials. If the stamp has changed since the credential
 * was read, the limiter reads the credential again. The next write then checks only the account's version.
 */
export class CredentialLimiter implements RequestLimiter<Caller> {
  readonly #clock: () => number;
  readonly #accountLimiter: Limiter<AccountRecord, ExpectedAccountState>;
  readonly #callers: Callers;
  /**
   * Limiter for IP addresses that are not on the allowlist of the key that they use. It uses the same buckets
   * as public routes.
   */
  readonly #addresses: RequestLimiter<BucketRecord>;
  readonly #refusals: RefusalCounts;

  /** `clock` returns epoch microseconds. */
  constructor(table: () => Table, clock: () => number, timeoutMillis = TIMEOUT_MILLIS) {
    this.#clock = clock;
    this.#callers = new Callers(table, clock);
    const options = { clock, newRequestId, timeoutMillis };
    this.#accountLimiter = new Limiter(accountBuckets(table), options);
    this.#addresses = addressLimiter(table, PUBLIC_LIMITS, clock, timeoutMillis);
    this.#refusals = new RefusalCounts(table);
  }

  /**
   * Takes a token for the credential with this hash. Throws an error if the table does not respond, so that
   * no request is admitted without a check.
   * If the cached allowlist does not contain the IP address, the credential is read again, because its owner
   * may have changed the allowlist. Before that read, a token is taken from the bucket of the IP address.
   */
  async admit(hash: string, sourceIp = ''): Promise<RequestAdmission<Caller>> {
    const requestState: RequestState = { hash, sourceIp, charged: undefined };
    let caller = this.#callers.find(hash) ?? (await this.#callers.load(hash));
    // A credential that was just read is current, but its account may come from the cache and be outdated.
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

  /** Decides a request once with the given cached or newly read caller. */
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
   * Rejects a request whose IP address is not on the key's allowlist. Each such request takes one token from
   * the bucket of the IP address.
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
    const expectedState = isRemembered ? { stamp } : { stamp, version };
    const name = countName(credential.id);
    return this.#refusals.carry(id, name, this.#clock(), async (refusals) => {
      const result = await this.#accountLimiter.admit(id, { ...expectedState, bucket, name, refusals });
      return { result, isCarried: result.outcome === 'admitted' };
    });
  }

  /** Counts the rejection in the account's usage. The account's bucket does not lose a token. */
  async #countAndReject({ credential, account }: Caller, refusal: RateLimited | DisallowedAddress) {
    await this.#refusals.add(account.id, wrongSourceName(credential.id), this.#clock());
    return refusal;
  }
}
