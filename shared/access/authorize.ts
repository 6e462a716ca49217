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
  /** Whose request it is, for the gateway's log: the ids of the account and of the credential, never its text. */
  readonly principalId: string;
  /** The account's own gateway key, if it has one that may be used. */
  readonly gatewayKey: string | undefined;
  /** The account's requests per minute; 0 for a credential that is refused. */
  readonly limit: number;
  /** Requests that the account may send at once; 0 for a credential that is refused. */
  readonly burst: number;
  /** UTC epoch seconds from which the whole limit is surely there again; 0 for a credential that is refused. */
  readonly reset: number;
  /** Whole seconds after which the bucket is full at the latest; 0 for a rejected credential. */
  readonly fullAfter: number;
  /** Whole seconds after which a request is surely admitted again; 0 for a credential that is refused. */
  readonly retryAfter: number;
}

/** A deployed API as its authorizer is asked for it. */
export interface GatewayApi {
  readonly id: string;
  readonly cacheSeconds: number;
}

/** The gateway may not know a new key in its plan before. */
const KEY_READY_AFTER_MILLIS = 60_000;

const REFUSED: GatewayAdmission = {
  isAllowed: false,
  principalId: 'refused',
  gatewayKey: undefined,
  limit: 0,
  burst: 0,
  reset: 0,
  fullAfter: 0,
  retryAfter: 0,
};

/** Allowance for the time until the gateway starts to count its cache time; clocks report whole seconds. */
const MARGIN_SECONDS = 1;

/**
 * Whether the gateway admits requests with this credential for the next `api.cacheSeconds`, and for which account. The
 * exact limiter checks every request again, so an outdated answer only admits requests that the limiter then rejects.
 * Therefore this rejects only credentials that can never become valid again. Suspended accounts, which may be
 * reinstated, are rejected by the limiter alone. A read that finds nothing costs one unit; a malformed credential costs
 * none.
 */
export async function authorizeAtGateway(
  table: Table,
  stage: CredentialEnvironment,
  presented: string,
  now: Date,
  api: GatewayApi,
): Promise<GatewayAdmission> {
  const parsed = parseCredential(presented);
  if (parsed === undefined || !isAccepted(parsed.environment, stage)) return REFUSED;
  const credential = await getCredential(table, parsed.hash);
  if (credential === undefined || !isUsable(credential, now.getTime() * 1_000)) return REFUSED;
  const account = await getAccount(table, credential.user_id);
  if (account === undefined) return REFUSED;
  const [key, plans] = await Promise.all([getGatewayKey(table, account.id), getCurrentPlans(table, api.id)]);
  const longest = longestWaits(bucketOf(account.limits));
  const fullAfter = longest.fullAfterSeconds + MARGIN_SECONDS;
  return {
    isAllowed: true,
    principalId: `${account.id}/${credential.id}`,
    gatewayKey: usableKey(key, plans, now),
    limit: account.limits.requestsPerMinute,
    burst: account.limits.burst,
    reset: Math.ceil(now.getTime() / 1_000 + api.cacheSeconds + fullAfter),
    fullAfter: Math.ceil(fullAfter),
    retryAfter: Math.ceil(longest.retryAfterSeconds),
  };
}

/** A key of a plan that is gone, of another API or too new would be refused by the gateway: it is not named. */
function usableKey({ key, plan_id, ready_millis }: GatewayKey, plans: readonly GatewayPlan[], now: Date) {
  if (ready_millis === undefined || !plans.some(({ usagePlanId }) => usagePlanId === plan_id))
    return undefined;
  return now.getTime() - ready_millis >= KEY_READY_AFTER_MILLIS ? key : undefined;
}
