import { takeDaily } from '../../access/daily-limiter.ts';
import { isLoopback, networksOf } from '../../access/domain/limited-address.ts';
import { ApiError } from '../../platform/contract/errors.ts';
import type { NewAccountLimits } from '../../platform/contract/plans.ts';
import type { Table } from '../../platform/dynamodb/client.ts';

/** A network, or the whole service, and the accounts that may be created from it in a day. */
interface Scope {
  readonly name: string;
  readonly text: string;
  readonly perDay: number;
}

/** The narrowest first, so that one network that is at its limit takes nothing from the others. */
function scopesOf(sourceIp: string, limits: NewAccountLimits): Scope[] {
  const { ipv4Network, ipv6Network, ipv6Site } = networksOf(sourceIp);
  const networks: [network: string | undefined, perDay: number][] = [
    [ipv4Network, limits.ipv4Network],
    [ipv6Network, limits.ipv6Network],
    [ipv6Site, limits.ipv6Site],
  ];
  const found = networks.flatMap(([network, perDay]) =>
    network === undefined ? [] : [{ name: network, text: `the network ${network}`, perDay }],
  );
  return [...found, { name: 'total', text: 'this service', perDay: limits.total }];
}

/**
 * Counts a new account against the limits of its address's networks and of the service. An address of this machine is
 * exempt. Costs one write for each limit, and only where an account is about to be created.
 *
 * @throws ApiError new_account_limit_reached, which names the limit and when to retry
 */
export async function admitNewAccount(
  table: Table,
  sourceIp: string | undefined,
  limits: NewAccountLimits,
  now: Date,
): Promise<void> {
  if (sourceIp === undefined || isLoopback(sourceIp)) return;
  for (const { name, text, perDay } of scopesOf(sourceIp, limits)) {
    const seconds = await takeDaily(table, `new-accounts ${name}`, perDay, now.getTime() * 1_000);
    if (seconds === undefined) continue;
    throw new ApiError('new_account_limit_reached', {
      message: `New account limit reached: ${text} may create ${perDay} accounts per day. Retry after ${seconds} seconds. Wallets with an account can sign in.`,
      details: { max_per_day: perDay, retry_after_seconds: seconds },
    });
  }
}
