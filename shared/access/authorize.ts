import { RATE_LIMIT_WINDOW_SECONDS } from '../platform/contract/headers.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { type CredentialEnvironment, isEnvironmentAccepted, parseCredential } from './domain/credential.ts';
import type { GatewayPlan } from './domain/gateway-plan.ts';
import { bucketOf, computeMaxWaitTimes } from './domain/rate-limit.ts';
import { getAccount } from './store/account-holders.ts';
import { getCredential, isUsableCredential } from './store/credentials.ts';
import { type GatewayKey, getCurrentGatewayPlans, getGatewayKey } from './store/gateway-keys.ts';

/** The authorizer's decision about a credential. */
export interface GatewayAdmission {
  readonly isAllowed: boolean;
  /** Ids of the account and the credential, for the gateway's log. The credential's text never appears there. */
  readonly principalId: string;
  /** The account's own gateway key. Undefined if the account has no key that the gateway accepts now. */
  readonly gatewayKey: string | undefined;
  /** The account's requests per minute. 0 for a rejected credential. */
  readonly limit: number;
  /** Number of requests that a full bucket admits at the same time. 0 for a rejected credential. */
  readonly burst: number;
  /** Time (epoch seconds) at which `X-RateLimit-Remaining` has its maximum again. 0 for a rejected credential. */
  readonly reset: number;
  /**
   * Upper bound, in seconds, of the time until `X-RateLimit-Remaining` is at its maximum again. 0 for a rejected
   * credential.
   */
  readonly fullAfter: number;
  /** Maximum number of seconds until one more request is admitted. 0 for a rejected credential. */
  readonly retryAfter: number;
}

/** A deployed API. `cacheSeconds` is how long its gateway caches an authorizer result. */
export interface GatewayApi {
  readonly id: string;
  readonly cacheSeconds: number;
}

/** Time in milliseconds after which the gateway accepts a key that was added to a usage plan. */
const KEY_READY_AFTER_MILLIS = 60_000;

const REJECTED_ADMISSION: GatewayAdmission = {
  isAllowed: false,
  principalId: 'refused',
  gatewayKey: undefined,
  limit: 0,
  burst: 0,
  reset: 0,
  fullAfter: 0,
  retryAfter: 0,
};

/**
 * Margin in seconds that is added to `reset` and `fullAfter`, because the gateway caches a result slightly later than
 * the authorizer computes it.
 */
const CACHE_MARGIN_SECONDS = 1;

/**
 * Decides whether the gateway admits requests with this credential. The gateway caches the result for
 * `api.cacheSeconds`.
 * Admits suspended accounts too, because an account can be reinstated while the result is cached. The service itself
 * rejects their requests.
 */
export async function authorizeAtGateway(
  table: Table,
  stageEnvironment: CredentialEnvironment,
  credentialText: string,
  now: Date,
  api: GatewayApi,
): Promise<GatewayAdmission> {
  const parsed = parseCredential(credentialText);
  if (parsed === undefined || !isEnvironmentAccepted(parsed.environment, stageEnvironment))
    return REJECTED_ADMISSION;
  const credential = await getCredential(table, parsed.hash);
  if (credential === undefined || !isUsableCredential(credential, now.getTime() * 1_000))
    return REJECTED_ADMISSION;
  const account = await getAccount(table, credential.user_id);
  if (account === undefined) return REJECTED_ADMISSION;
  const [key, gatewayPlans] = await Promise.all([
    getGatewayKey(table, account.id),
    getCurrentGatewayPlans(table, api.id),
  ]);
  const longestWaits = computeMaxWaitTimes(bucketOf(account.limits));
  const refillSeconds = longestWaits.fullAfterSeconds + CACHE_MARGIN_SECONDS;
  return {
    isAllowed: true,
    principalId: `${account.id}/${credential.id}`,
    gatewayKey: gatewayKeyIfUsable(key, gatewayPlans, now),
    limit: account.limits.requestsPerMinute,
    burst: account.limits.burst,
    reset: Math.ceil(now.getTime() / 1_000 + api.cacheSeconds + refillSeconds),
    fullAfter: Math.min(RATE_LIMIT_WINDOW_SECONDS, Math.ceil(refillSeconds)),
    retryAfter: Math.ceil(longestWaits.retryAfterSeconds),
  };
}

/**
 * Returns the account's gateway key. Returns undefined if API Gateway would reject it, because it is in none of the
 * API's usage plans or was added too recently.
 */
function gatewayKeyIfUsable(
  { key, plan_id, ready_millis }: GatewayKey,
  gatewayPlans: readonly GatewayPlan[],
  now: Date,
) {
  if (ready_millis === undefined || !gatewayPlans.some(({ usagePlanId }) => usagePlanId === plan_id))
    return undefined;
  return now.getTime() - ready_millis >= KEY_READY_AFTER_MILLIS ? key : undefined;
}
