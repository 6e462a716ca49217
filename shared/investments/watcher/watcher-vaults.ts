import type { Hex } from '../../chain/abi.ts';
import { transferOf } from '../../chain/erc4626.ts';
import { magnitude } from '../../platform/domain/units.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { readVaults, type Vault } from '../../strategies/records.ts';
import type { RecordedLog } from '../store/onchain/chain-logs.ts';

/** The vault at an address as an operator has registered it; undefined where none is. */
export type VaultLookup = (address: string) => Promise<Vault | undefined>;

/** The registered vaults of a chain, read once and only when something has happened in one. */
export function registeredVaults(table: Table, chain: string): VaultLookup {
  let known: Promise<readonly Vault[]> | undefined;
  return async (address) => {
    known ??= readVaults(table);
    return (await known).find((vault) => vault.chain === chain && vault.address === address);
  };
}

/** A log as receipts and lists of logs have it. */
export interface TokenLog {
  readonly address: Hex;
  readonly topics: readonly Hex[];
  readonly data: Hex;
}

/** The transfers of a token among logs. The token's address is in lower case. */
export function transfersOf(token: string | undefined, logs: readonly TokenLog[]) {
  return logs.flatMap((log) => (log.address.toLowerCase() === token ? (transferOf(log) ?? []) : []));
}

/**
 * What a deposit or withdrawal has moved of the asset beyond what the vault's event says, in base units: by the transfers
 * into or out of the vault in the same receipt, of which the nearest counts, as others may be in it. Undefined where they
 * agree, and where there is none, as vaults may have their asset come from elsewhere.
 */
export function assetDifference(
  { address, asset }: Vault,
  { kind, assets }: Pick<RecordedLog, 'kind' | 'assets'>,
  logs: readonly TokenLog[],
): bigint | undefined {
  if (kind === 'transfer') return undefined;
  const told = magnitude(assets);
  const place: 'from' | 'to' = kind === 'deposit' ? 'to' : 'from';
  const moved = transfersOf(asset.address, logs).flatMap((transfer) =>
    transfer[place] === address ? transfer.value : [],
  );
  const [first, ...others] = moved;
  if (first === undefined) return undefined;
  const nearest = others.reduce((a, b) => (magnitude(b - told) < magnitude(a - told) ? b : a), first);
  return nearest === told ? undefined : nearest - told;
}
