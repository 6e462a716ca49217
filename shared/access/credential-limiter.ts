import { ANONYMOUS_REQUEST_LIMITS } from '../platform/contract/plans.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { RetryableError, type RetryPolicy, retry } from '../platform/retry.ts';
import { createAddressLimiter } from './address-limiter.ts';
import { type Caller, CallerCache } from './callers.ts';
import { isAddressAllowed, rateLimitAddressOf } from './domain/ip-addresses.ts';
import { type Admission, type BucketRecord, Limiter, type RateLimitRejection } from './domain/limiter.ts';
import type { RateLimitStatus } from './domain/rate-limit.ts';
import { credentialCountName, disallowedAddressCountName } from './domain/request-counts.ts';
import { createRandomId, STORE_TIMEOUT_MILLIS } from './limiter-defaults.ts';
import { RejectedRequestCounts } from './rejected-request-counts.ts';
import type { DisallowedAddress, RequestAdmission, RequestLimiter } from './request-limiter.ts';
import {
  type AccountRecord,
  createAccountBucketStore,
  type ExpectedAccountState,
} from './store/account-buckets.ts';
import { isUsableCredential } from './store/credentials.ts';

/**
 * Retry policy for a request whose account changes while the request is checked. All pauses together take at most one
 * second.
 */
const ACCOUNT_CHANGE_RETRY_POLICY = {
  attempts: 10,
  backoff: { baseMs: 10, maxMs: 160 },
} as const satisfies RetryPolicy;

/** The state of one request. All attempts to admit the request share this state. */
interface RequestState {
  readonly hash: string;
  readonly sourceIp: string;
  /** Rate limit of the caller's IP address. Undefined until a token was taken from the bucket of this address. */
  addressStatus: RateLimitStatus | undefined;
}

/**
 * The request must be decided again, because the cached account or credential may be outdated. `newerRecord` is the
 * account record from the table, if it was read.
 */
interface OutdatedAccountResult {
  readonly outcome: 'outdated';
  readonly newerRecord: AccountRecord | undefined;
}

/**
 * Limits requests by credential. All credentials of an account share the account's bucket. If the account's
 * `cacheVersion` has changed, the limiter reads the credential again instead of using its cached copy.
 */
export class CredentialLimiter implements RequestLimiter<Caller> {
  readonly #clock: () => number;
  readonly #accountLimiter: Limiter<AccountRecord, ExpectedAccountState>;
  readonly #callers: CallerCache;
  /** Limits requests from IP addresses that are not on the key's allowlist. The public routes use the same buckets. */
  readonly #addresses: RequestLimiter<BucketRecord>;
  readonly #refusals: RejectedRequestCounts;

  /** `clock` returns epoch microseconds. */
  constructor(table: () => Table, clock: () => number, timeoutMillis = STORE_TIMEOUT_MILLIS) {
    this.#clock = clock;
    this.#callers = new CallerCache(table, clock);
    const options = { clock, createRequestId: createRandomId, timeoutMillis };
    this.#accountLimiter = new Limiter(createAccountBucketStore(table), options);
    this.#addresses = createAddressLimiter(table, ANONYMOUS_REQUEST_LIMITS, clock, timeoutMillis);
    this.#refusals = new RejectedRequestCounts(table);
  }

  /**
   * Takes a token for the credential with this hash. Throws an error if the table does not respond.
   * If the cached allowlist lacks the IP address, reads the credential again, because its owner may have changed the
   * allowlist.
   */
  async admit(hash: string, sourceIp = ''): Promise<RequestAdmission<Caller>> {
    const requestState: RequestState = { hash, sourceIp, addressStatus: undefined };
    let caller = this.#callers.find(hash) ?? (await this.#callers.load(hash));
    // The first attempt may use a cached credential and a cached account, which can be outdated.
    let result = await this.#attempt(requestState, caller, { mayCredentialBeOutdated: true });
    if (result.outcome !== 'outdated') return result;
    return retry(ACCOUNT_CHANGE_RETRY_POLICY, async () => {
      if (caller !== undefined && result.outcome === 'outdated') {
        caller = await this.#callers.reload(hash, caller, result.newerRecord);
      }
      result = await this.#attempt(requestState, caller, { mayCredentialBeOutdated: false });
      if (result.outcome === 'outdated') throw new RetryableError('The account changed');
      return result;
    });
  }

  async #attempt(
    requestState: RequestState,
    caller: Caller | undefined,
    { mayCredentialBeOutdated }: { readonly mayCredentialBeOutdated: boolean },
  ): Promise<RequestAdmission<Caller> | OutdatedAccountResult> {
    if (caller === undefined || !isUsableCredential(caller.credential, this.#clock())) {
      this.#callers.forget(requestState.hash);
      return { outcome: 'unusable' };
    }
    const { allowed_ips } = caller.credential;
    if (allowed_ips !== undefined && !isAddressAllowed(allowed_ips, requestState.sourceIp)) {
      return this.#rejectSource(caller, requestState, mayCredentialBeOutdated);
    }
    const admission = await this.#admitAccount(caller, mayCredentialBeOutdated);
    if (admission.outcome === 'outdated') return { outcome: 'outdated', newerRecord: admission.record };
    if (admission.outcome === 'refused') {
      await this.#refusals.add(caller.account.id, credentialCountName(caller.credential.id), this.#clock());
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
   * Rejects a request whose IP address is not on the key's allowlist. Each such request takes one token from the
   * bucket of the IP address. If the credential may be outdated, returns `outdated`, so that it is read again.
   */
  async #rejectSource(
    caller: Caller,
    requestState: RequestState,
    mayCredentialBeOutdated: boolean,
  ): Promise<RequestAdmission<Caller> | OutdatedAccountResult> {
    if (requestState.addressStatus === undefined) {
      const addressAdmission = await this.#addresses.admit(rateLimitAddressOf(requestState.sourceIp));
      if (addressAdmission.outcome === 'refused') return this.#countAndReject(caller, addressAdmission);
      if (addressAdmission.outcome !== 'admitted') return { outcome: 'unusable' };
      requestState.addressStatus = addressAdmission.status;
    }
    if (mayCredentialBeOutdated) return { outcome: 'outdated', newerRecord: undefined };
    return this.#countAndReject(caller, { outcome: 'wrong_source', status: requestState.addressStatus });
  }

  async #admitAccount(
    { credential, account }: Caller,
    mayCredentialBeOutdated: boolean,
  ): Promise<Admission<AccountRecord>> {
    const { id, cacheVersion, version, bucket } = account;
    const expectedState = mayCredentialBeOutdated ? { cacheVersion } : { cacheVersion, version };
    const name = credentialCountName(credential.id);
    return this.#refusals.runWithPendingCount(id, name, this.#clock(), async (refusedCount) => {
      const result = await this.#accountLimiter.admit(id, { ...expectedState, bucket, name, refusedCount });
      return { result, isCountStored: result.outcome === 'admitted' };
    });
  }

  /** Counts the rejection in the account's usage. The account's bucket does not lose a token. */
  async #countAndReject({ credential, account }: Caller, rejection: RateLimitRejection | DisallowedAddress) {
    await this.#refusals.add(account.id, disallowedAddressCountName(credential.id), this.#clock());
    return rejection;
  }
}
