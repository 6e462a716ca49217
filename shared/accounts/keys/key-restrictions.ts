import { type CredentialItem, limitLineOf } from '../../access/credentials.ts';
import { ApiError, invalidRequest, type RequestIssue } from '../../platform/contract/errors.ts';
import type { PlanLimits } from '../../platform/contract/plans.ts';
import type { Scope } from '../../platform/contract/scopes.ts';
import type { Principal } from '../../platform/request.ts';

/**
 * Refuses scopes that the presented credential lacks.
 *
 * @throws ApiError forbidden naming the scopes
 */
export function requireScopes(
  principal: Principal,
  scopes: readonly Scope[],
  rule = 'A key cannot carry what the presented credential lacks',
): void {
  const missing = scopes.filter((scope) => !principal.scopes.includes(scope));
  if (missing.length === 0) return;
  throw new ApiError('forbidden', {
    message: `${rule}: ${missing.join(', ')}.`,
    details: { missing_scopes: missing },
  });
}

/** What narrows a key beside its scopes; null for no such restriction, absent for what is not spoken of. */
export interface AskedRestrictions {
  readonly limits?: { readonly requests_per_minute: number; readonly burst: number } | null | undefined;
  readonly allowed_ips?: readonly string[] | null | undefined;
}

/** The same as a key carries it. */
export type Restrictions = Pick<CredentialItem, 'limits' | 'shares_limit' | 'allowed_ips'>;

type Bounds = Pick<PlanLimits, 'requestsPerMinute' | 'burst'>;

function aboveOf(asked: NonNullable<AskedRestrictions['limits']>, bounds: Bounds, whose: string) {
  const figures = [
    ['requests_per_minute', bounds.requestsPerMinute],
    ['burst', bounds.burst],
  ] as const;
  return figures
    .filter(([name, max]) => asked[name] > max)
    .map(([name, max]) => ({ path: `body.limits.${name}`, message: `must be at most ${max}, ${whose}` }));
}

/** In what the caller asks for more than it may give. Whoever has a limit shares it, and gives no other. */
function excessOf({ limits: own, allowedIps }: Principal, { limits, allowed_ips }: AskedRestrictions) {
  const issues = [];
  if (own !== undefined && limits !== undefined) {
    const message = 'must be left out: the presented key has a limit, from which all that it makes draws';
    issues.push({ path: 'body.limits', message });
  }
  if (allowedIps === undefined || allowed_ips === undefined) return issues;
  if (allowed_ips?.every((range) => allowedIps.includes(range)) === true) return issues;
  const message = "must hold none but entries of the presented key's own list";
  return [...issues, { path: 'body.allowed_ips', message }];
}

function requireNone(issues: readonly RequestIssue[]): void {
  if (issues.length > 0) throw invalidRequest(issues);
}

/** In what a stored key has more than the caller: a limit of its own is another bucket than the caller's. */
function storedExcessOf(maker: Principal, stored: CredentialItem): RequestIssue[] {
  const issues = excessOf(maker, { allowed_ips: stored.allowed_ips ?? null });
  if (maker.limits === undefined) return issues;
  if (stored.limits !== undefined && limitLineOf(stored) === maker.limits.line) return issues;
  return [
    ...issues,
    { path: 'body.limits', message: "must be the presented key's own, which the key does not share" },
  ];
}

/**
 * A key changes itself, and of the others those alone that it could have made; a session changes any.
 *
 * @throws ApiError forbidden for a key that can do more than the presented one, or for longer
 */
export function requireMayChange(maker: Principal, stored: CredentialItem): void {
  if (maker.kind === 'session' || stored.id === maker.credentialId) return;
  requireScopes(maker, stored.scopes, 'A key changes none that may do what it may not itself');
  const latest = maker.expiresMicros ?? Number.POSITIVE_INFINITY;
  const outlives = (stored.expires_micros ?? Number.POSITIVE_INFINITY) > latest;
  if (!outlives && storedExcessOf(maker, stored).length === 0) return;
  throw new ApiError('forbidden', {
    message: 'A key changes none that outlives it, or whose limit or addresses go beyond its own.',
  });
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
  if (asked.limits) requireNone(aboveOf(asked.limits, account, "the account's own"));
  if (maker !== undefined) requireNone(excessOf(maker, asked));
  const limits = asked.limits === undefined ? present.limits : (asked.limits ?? undefined);
  const allowed_ips =
    asked.allowed_ips === undefined ? present.allowed_ips : (asked.allowed_ips ?? undefined);
  return {
    ...(limits === undefined ? {} : { limits: { ...limits } }),
    ...(asked.limits !== undefined || present.shares_limit === undefined
      ? {}
      : { shares_limit: present.shares_limit }),
    ...(allowed_ips === undefined ? {} : { allowed_ips: [...allowed_ips] }),
  };
}

/** What a key that is made with the presented one carries unless told otherwise. */
function ownRestrictions(maker: Principal | undefined): Restrictions {
  const { limits, allowedIps } = maker ?? {};
  return {
    ...(limits === undefined
      ? {}
      : {
          limits: { requests_per_minute: limits.requestsPerMinute, burst: limits.burst },
          shares_limit: limits.line,
        }),
    ...(allowedIps === undefined ? {} : { allowed_ips: [...allowedIps] }),
  };
}

/**
 * The restrictions of a key that is to be rotated, which its successor carries. A key rotates none but what it could
 * have made as well; itself it could, and a session any.
 *
 * @throws ApiError invalid_request naming the field in which the key has more than the presented one
 */
export function handedOn(maker: Principal, stored: CredentialItem): Restrictions {
  const { id, limits, shares_limit, allowed_ips } = stored;
  if (id !== maker.credentialId) requireNone(storedExcessOf(maker, stored));
  return {
    ...(limits === undefined ? {} : { limits }),
    ...(shares_limit === undefined ? {} : { shares_limit }),
    ...(allowed_ips === undefined ? {} : { allowed_ips }),
  };
}
