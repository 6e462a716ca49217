import { DAY_MS, dayOf } from '../../platform/domain/days.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { familyOfAsset } from '../../strategies/domain/families.ts';
import { measureApy, type VaultObservation } from '../../strategies/domain/vault-figures.ts';
import { readVaultFigures, readVaults, type Vault } from '../../strategies/records.ts';
import type { UpstreamPool } from '../domain/upstream.ts';
import type { MarketSource, PoolHistory } from './market-source.ts';

/** Window over which a vault's APY is measured. */
const APY_WINDOW_MS = 30 * DAY_MS;

interface ListedVault {
  readonly vault: Vault;
  readonly listing: NonNullable<Vault['listing']>;
  readonly observations: readonly VaultObservation[];
  /** Price of one base unit of the asset in USD. */
  readonly baseUnitUsd: number;
}

function toPoolRows({ vault, listing, observations, baseUnitUsd }: ListedVault): UpstreamPool[] {
  const [first, last] = [observations[0], observations.at(-1)];
  if (first === undefined || last === undefined) return [];
  const apy = measureApy(observations, APY_WINDOW_MS) ?? null;
  return [
    {
      pool: listing.pool,
      chain: vault.chain,
      project: listing.protocol,
      symbol: vault.asset.symbol,
      tvlUsd: Number(last.assets) * baseUnitUsd,
      apy,
      apyBase: apy,
      apyReward: null,
      apyMean30d: apy,
      count: dayOf(last.atMs) - dayOf(first.atMs),
      timestamp: new Date(last.atMs).toISOString(),
      underlyingTokens: [vault.asset.address],
      stablecoin: familyOfAsset(vault.asset.symbol) === 'USD',
      ilRisk: 'no',
      exposure: 'single',
      outlier: false,
    },
  ];
}

/**
 * Returns the daily APY and TVL of a vault. The APY of a day is measured between two observations: the last one before
 * noon (UTC) and the first one after noon.
 */
function toPoolHistory({ observations, baseUnitUsd }: ListedVault): PoolHistory {
  const firstDay = dayOf(observations[0]?.atMs ?? 0);
  const dayCount = Math.max(0, dayOf(observations.at(-1)?.atMs ?? 0) - firstDay);
  const apy = new Float32Array(dayCount).fill(Number.NaN);
  const tvl = new Float32Array(dayCount).fill(Number.NaN);
  for (let offset = 0; offset < dayCount; offset += 1) {
    const noonMs = (firstDay + offset + 0.5) * DAY_MS;
    const nextObservationIndex = observations.findIndex(({ atMs }) => atMs > noonMs);
    const adjacentObservations =
      nextObservationIndex < 1
        ? observations.slice(0, 2)
        : observations.slice(nextObservationIndex - 1, nextObservationIndex + 1);
    apy[offset] = measureApy(adjacentObservations, Number.POSITIVE_INFINITY) ?? Number.NaN;
    tvl[offset] = Number(adjacentObservations[0]?.assets ?? 0n) * baseUnitUsd;
  }
  return { firstDay, apy, tvl };
}

/**
 * Returns a source with the pools of `source` and the vaults that it does not list. Leaves out closed vaults, and
 * vaults whose asset has no price. A dollar stablecoin without a price counts as 1 USD.
 * @param priceOf returns the price of one whole token in USD, by the token's symbol
 */
export async function addVaultsToSource(
  source: MarketSource,
  table: Table,
  priceOf: (asset: string) => number | undefined,
): Promise<MarketSource> {
  const listedVaults: ListedVault[] = [];
  for (const vault of await readVaults(table)) {
    const { listing, asset, closed } = vault;
    const price = priceOf(asset.symbol) ?? (familyOfAsset(asset.symbol) === 'USD' ? 1 : undefined);
    if (listing === undefined || price === undefined || closed) continue;
    const observations = await readVaultFigures(table, vault.strategy_id, { consistent: true });
    listedVaults.push({ vault, listing, observations, baseUnitUsd: price / 10 ** asset.decimals });
  }
  if (listedVaults.length === 0) return source;
  const listedVaultByPoolId = new Map(
    listedVaults.map((listedVault) => [listedVault.listing.pool, listedVault]),
  );
  return {
    ...source,
    pools: async () => {
      const list = await source.pools();
      return { ...list, rows: [...list.rows, ...listedVaults.flatMap(toPoolRows)] };
    },
    history: async (poolId) => {
      const vault = listedVaultByPoolId.get(poolId);
      return vault === undefined ? source.history(poolId) : toPoolHistory(vault);
    },
  };
}
