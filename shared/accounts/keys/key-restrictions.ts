import type { CredentialItem } from '../../access/credentials.ts';
import { invalidRequest } from '../../platform/contract/errors.ts';
import type { PlanLimits } from '../../platform/contract/plans.ts';
import type { Principal } from '../../platform/request.ts';

/** What narrows a key beside its scopes; null for no such restriction, absent for what is not spoken of. */
export interface AskedRestrictions {
  readonly limits?: { readonly requests_per_minute: number; readonly burst: number } | null | undefined;
  readonly allowed_ips?: readonly string[] | null | undefined;
}

/** The same as a key carries it. */
export type Restrictions = Pick<CredentialItem, 'limits' | 'allowed_ips'>;

type Bounds = Pick<PlanLimits, 'requestsPerMinute' | 'burst'>;

function requireAtMost(asked: NonNullable<AskedRestrictions['limits']>, bounds: Bounds, whose: string): void {
  const issues = (
    [
      ['requests_per_minute', bounds.requestsPerMinute],
      ['burst', bounds.burst],
    ] as const
  )
    .filter(([name, max]) => asked[name] > max)
    .map(([name, max]) => ({ path: `body.limits.${name}`, message: `must be at most ${max}, ${whose}` }));
  if (issues.length > 0) throw invalidRequest(issues);
}

function requireWithin(
  { limits: own, allowedIps }: Principal,
  { limits, allowed_ips }: AskedRestrictions,
): void {
  if (own !== undefined) {
    if (limits === null) {
      const message = 'must not be null, as the presented key has a limit of its own';
      throw invalidRequest([{ path: 'body.limits', message }]);
    }
    if (limits !== undefined) requireAtMost(limits, own, 'as the presented key has');
  }
  if (allowedIps === undefined || allowed_ips === undefined) return;
  const isWithin = allowed_ips?.every((range) => allowedIps.includes(range)) ?? false;
  if (isWithin) return;
  const message = "must hold none but entries of the presented key's own list";
  throw invalidRequest([{ path: 'body.allowed_ips', message }]);
}

/**
 * The restrictions of a key that the caller makes or changes. No key gives another more than it has itself, and no
 * key's limit is above its account's.
 *
 * @param present what it has where nothing is asked; of a new key, what its maker has
 * @throws ApiError invalid_request naming the field
 */
export function restrictionsFor(
  maker: Principal | undefined,
  account: Bounds,
  asked: AskedRestrictions,
  present: Restrictions = ownRestrictions(maker),
): Restrictions {
  if (asked.limits) requireAtMost(asked.limits, account, "the account's own");
  if (maker !== undefined) requireWithin(maker, asked);
  const limits = asked.limits === undefined ? present.limits : (asked.limits ?? undefined);
  const allowed_ips =
    asked.allowed_ips === undefined ? present.allowed_ips : (asked.allowed_ips ?? undefined);
  return {
    ...(limits === undefined ? {} : { limits: { ...limits } }),
    ...(allowed_ips === undefined ? {} : { allowed_ips: [...allowed_ips] }),
  };
}

/** What a key that is made with the presented one carries unless told otherwise. */
function ownRestrictions(maker: Principal | undefined): Restrictions {
  const { limits, allowedIps } = maker ?? {};
  return {
    ...(limits === undefined
      ? {}
      : { limits: { requests_per_minute: limits.requestsPerMinute, burst: limits.burst } }),
    ...(allowedIps === undefined ? {} : { allowed_ips: [...allowedIps] }),
  };
}

/**
 * The restrictions of a key that is to be rotated, which its successor carries. A key rotates none but what it could
 * have made as well; itself it could, and a session any.
 *
 * @throws ApiError invalid_request naming the field in which the key has more than the presented one
 */
export function handedOn(
  maker: Principal,
  { id, limits, allowed_ips }: Pick<CredentialItem, 'id' | 'limits' | 'allowed_ips'>,
): Restrictions {
  if (id !== maker.credentialId) {
    requireWithin(maker, { limits: limits ?? null, allowed_ips: allowed_ips ?? null });
  }
  return {
    ...(limits === undefined ? {} : { limits }),
    ...(allowed_ips === undefined ? {} : { allowed_ips }),
  };
}
