import type { Table } from '../platform/dynamodb/client.ts';
import { type CredentialEnvironment, isAccepted, parseCredential } from './domain/credential.ts';
import type { GatewayPlan } from './domain/gateway-plan.ts';
import { bucketOf, longestWaits } from './domain/rate-limit.ts';
import { getAccount } from './store/account-holders.ts';
import { getCredential, isUsable } from './store/credentials.ts';
import { type GatewayKey, getCurrentPlans, getGatewayKey } from './store/gateway-keys.ts';

/** The authorizer's result for a credential. */
export interface GatewayAdmission {
  readonly isAllowed: boolean;
  /** Ids of the account and the credential for the gateway's log. Never the credential's text. */
  readonly principalId: string;
  /** The account's own gateway key, if it can be used. */
  readonly gatewayKey: string | undefined;
  /** The account's requests per minute. 0 for a rejected credential. */
  readonly limit: number;
  /** Maximum number of requests at once. 0 for a rejected credential. */
  readonly burst: number;
  /**
   * Time in epoch seconds at which the whole limit is available again, at the latest. 0 for a
   * rejected credential.
   */
  readonly reset: number;
  /** Seconds after which the bucket is full again, at the latest. 0 for a rejected credential. */
  readonly fullAfter: number;
  /**
   * Seconds after which one more request is admitted, at the latest. 0 for a rejected credential.
   */
  readonly retryAfter: number;
}

/** The deployed API that asks its authorizer, and how long it caches the answer. */
export interface GatewayApi {
  readonly id: string;
  readonly cacheSeconds: number;
}

/** Time in milliseconds until the gateway accepts a new key in its usage plan. */
const KEY_READY_AFTER_MILLIS = 60_000;

const REJECTED: GatewayAdmission = {
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
 * Extra seconds, because the gateway starts its cache time later and clocks report whole seconds.
 */
const MARGIN_SECONDS = 1;

/**
 * Returns whether the gateway admits requests with this credential for the next `api.cacheSeconds`,
 * and for which account.
 * The exact limiter checks every request again, so it rejects requests that an outdated cached
 * answer admits. Only credentials that can never become valid again are rejected here. Suspended
 * accounts can be reinstated, so the limiter alone rejects them.
 * A read without a result costs one read unit. A malformed credential costs none.
 */
export async function authorizeAtGateway(
  table: Table,
  stage: CredentialEnvironment,
  credentialText: string,
  now: Date,
  api: GatewayApi,
): Promise<GatewayAdmission> {
  const parsed = parseCredential(credentialText);
  if (parsed === undefined || !isAccepted(parsed.environment, stage)) return REJECTED;
  const credential = await getCredential(table, parsed.hash);
  if (credential === undefined || !isUsable(credential, now.getTime() * 1_000)) return REJECTED;
  const account = await getAccount(table, credential.user_id);
  if (account === undefined) return REJECTED;
  const [key, plans] = await Promise.all([getGatewayKey(table, account.id), getCurrentPlans(table, api.id)]);
  const longestWait = longestWaits(bucketOf(account.limits));
  const fullAfter = longestWait.fullAfterSeconds + MARGIN_SECONDS;
  return {
    isAllowed: true,
    principalId: `${account.id}/${credential.id}`,
    gatewayKey: usableKey(key, plans, now),
    limit: account.limits.requestsPerMinute,
    burst: account.limits.burst,
    reset: Math.ceil(now.getTime() / 1_000 + api.cacheSeconds + fullAfter),
    fullAfter: Math.ceil(fullAfter),
    retryAfter: Math.ceil(longestWait.retryAfterSeconds),
  };
}

/**
 * Returns the account's gateway key, or undefined if the gateway would reject it: a removed plan,
 * another API, or a key that is too new.
 */
function usableKey({ key, plan_id, ready_millis }: GatewayKey, plans: readonly GatewayPlan[], now: Date) {
  if (ready_millis === undefined || !plans.some(({ usagePlanId }) => usagePlanId === plan_id))
    return undefined;
  return now.getTime() - ready_millis >= KEY_READY_AFTER_MILLIS ? key : undefined;
}
