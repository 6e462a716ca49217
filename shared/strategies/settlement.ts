import { getConfiguredChains } from '../chain/configured-chains.ts';
import { DAY_MS } from '../platform/domain/days.ts';
import { toChecksummedAddress } from '../platform/domain/ethereum.ts';
import { round } from '../platform/domain/numbers.ts';
import { fromBaseUnits } from '../platform/domain/units.ts';
import { defaultTable } from '../platform/dynamodb/client.ts';
import { SETTLEMENT_WITHOUT_VAULT } from './catalog.ts';
import type { ExecutionContract, StrategyDetail } from './contract/responses.ts';
import type { StrategyRecord } from './contract/strategy-record.ts';
import { depositAssetOf } from './domain/deposit-asset.ts';
import { measureApy, PRICED_WHOLE_SHARES } from './domain/vault-figures.ts';
import { readVaultObservations, readVaults, type Vault } from './store/vaults.ts';

/** Maximum age of the cached vault list, in milliseconds. A change by an operator takes effect within this time. */
const CACHED_VAULTS_MAX_AGE_MS = 15_000;

let cachedVaults: { readonly atMs: number; readonly vaults: Promise<ReadonlyMap<string, Vault>> } | undefined;

function readCachedVaults(nowMs: number): Promise<ReadonlyMap<string, Vault>> {
  if (cachedVaults === undefined || nowMs - cachedVaults.atMs > CACHED_VAULTS_MAX_AGE_MS) {
    const vaultsPromise = readVaults(defaultTable()).then(
      (all) => new Map(all.map((vault) => [vault.strategy_id, vault])),
    );
    const pendingRead = { atMs: nowMs, vaults: vaultsPromise };
    cachedVaults = pendingRead;
    vaultsPromise.catch(() => {
      // A failed read is not cached, so the next request reads again.
      if (cachedVaults === pendingRead) cachedVaults = undefined;
    });
  }
  return cachedVaults.vaults;
}

const APY_DECIMALS = 5;

async function toVaultResponse(vault: Vault): Promise<NonNullable<StrategyDetail['vault']>> {
  const observations = await readVaultObservations(defaultTable(), vault.strategy_id);
  const latestObservation = observations.at(-1);
  const { decimals } = vault.asset;
  const apyOverDays = (days: number) => {
    const apy = measureApy(observations, days * DAY_MS);
    return apy === undefined ? null : round(apy, APY_DECIMALS);
  };
  return {
    address: toChecksummedAddress(vault.address),
    share_decimals: vault.share_decimals,
    share_price:
      latestObservation === undefined
        ? null
        : fromBaseUnits(latestObservation.price, decimals + String(PRICED_WHOLE_SHARES).length - 1),
    assets: latestObservation === undefined ? null : fromBaseUnits(latestObservation.assets, decimals),
    apy_7d: apyOverDays(7),
    apy_30d: apyOverDays(30),
    observed_at: latestObservation === undefined ? null : new Date(latestObservation.atMs).toISOString(),
    fees: vault.fees,
  };
}

/** Returns the contracts that are called by the steps of a deposit into a vault or of a withdrawal from it. */
function listExecutionContracts({ chain, address, asset }: Vault): ExecutionContract[] {
  const node = getConfiguredChains().find((each) => each.chain === chain);
  if (node === undefined) return [];
  const { chainId: chain_id, router } = node;
  const toExecutionContract = (
    role: ExecutionContract['role'],
    contractAddress: string,
    kind: ExecutionContract['kind'] = null,
  ) => ({
    ...{ role, chain, chain_id },
    address: toChecksummedAddress(contractAddress),
    kind,
  });
  return [
    toExecutionContract('vault', address),
    toExecutionContract('asset', asset.address),
    ...(router === undefined ? [] : [toExecutionContract('router', router.address, router.kind)]),
  ];
}

export async function settlementOf(
  record: StrategyRecord,
  now: Date,
): Promise<Pick<StrategyDetail, 'settlement' | 'deposit_asset' | 'vault' | 'execution_contracts'>> {
  const vault = (await readCachedVaults(now.getTime())).get(record.id);
  if (vault !== undefined) {
    const { address, ...asset } = vault.asset;
    return {
      settlement: vault.closed ? 'none' : 'onchain',
      deposit_asset: { ...asset, address: toChecksummedAddress(address) },
      vault: await toVaultResponse(vault),
      execution_contracts: listExecutionContracts(vault),
    };
  }
  return {
    settlement: SETTLEMENT_WITHOUT_VAULT,
    deposit_asset: depositAssetOf(record),
    vault: null,
    execution_contracts: [],
  };
}
