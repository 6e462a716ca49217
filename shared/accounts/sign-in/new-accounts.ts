import { takeDailyToken } from '../../access/daily-limiter.ts';
import { isLoopback, networksOfAddress } from '../../access/domain/ip-addresses.ts';
import { ApiError } from '../../platform/contract/errors.ts';
import type { NewAccountLimits } from '../../platform/contract/plans.ts';
import type { Table } from '../../platform/dynamodb/client.ts';

/** Maximum number of new accounts per day, from one network or in the whole service. */
interface DailyAccountLimit {
  readonly name: string;
  readonly where: string;
  readonly maxAccountsPerDay: number;
}

/**
 * Returns the daily limits for an IP address, smallest network first. The order matters, because a small network at its
 * limit must not use up the limits of larger networks.
 */
function dailyLimitsOf(sourceIp: string, limits: NewAccountLimits): DailyAccountLimit[] {
  const { ipv4Network, ipv6Network, ipv6Site } = networksOfAddress(sourceIp);
  const networkLimitPairs: [network: string | undefined, maxAccountsPerDay: number][] = [
    [ipv4Network, limits.ipv4Network],
    [ipv6Network, limits.ipv6Network],
    [ipv6Site, limits.ipv6Site],
  ];
  const networkLimits = networkLimitPairs.flatMap(([network, accountsPerDay]) =>
    network === undefined
      ? []
      : [{ name: network, where: `from the network ${network}`, maxAccountsPerDay: accountsPerDay }],
  );
  return [...networkLimits, { name: 'total', where: 'in this service', maxAccountsPerDay: limits.total }];
}

/**
 * Counts a new account towards the daily limits of its networks and of the whole service. Loopback addresses have
 * no limit.
 * @throws ApiError new_account_limit_reached, with the limit and the time at which to retry
 */
export async function admitNewAccount(
  table: Table,
  sourceIp: string | undefined,
  limits: NewAccountLimits,
  now: Date,
): Promise<void> {
  if (sourceIp === undefined || isLoopback(sourceIp)) return;
  for (const { name, where, maxAccountsPerDay } of dailyLimitsOf(sourceIp, limits)) {
    const retryAfterSeconds = await takeDailyToken(
      table,
      `new-accounts ${name}`,
      maxAccountsPerDay,
      now.getTime() * 1_000,
    );
    if (retryAfterSeconds === undefined) continue;
    throw new ApiError('new_account_limit_reached', {
      message: `New account limit reached: at most ${maxAccountsPerDay} accounts per day can be created ${where}. Retry after ${retryAfterSeconds} seconds. Wallets that already have an account can still sign in.`,
      details: { max_per_day: maxAccountsPerDay, retry_after_seconds: retryAfterSeconds },
    });
  }
}
