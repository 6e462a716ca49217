import { toChecksummedAddress } from '../../platform/domain/ethereum.ts';
import { fromBaseUnits } from '../../platform/domain/units.ts';
import type { Investment } from '../contract/responses.ts';
import type { Holding } from '../contract/transactions/onchain-responses.ts';
import { computeEarnedPercent } from '../domain/holdings.ts';
import { formatIsoTime } from '../domain/views.ts';
import type { VaultReport } from './vault-reports.ts';

const isoTimeOrNull = (epochMs: number | undefined) =>
  epochMs === undefined ? null : formatIsoTime(epochMs);

/** Returns a wallet's shares in a vault as the API shows them. */
export function toHolding(
  { vaultHolding, balance, states: [state] }: VaultReport,
  isProvenWallet: boolean,
): Holding {
  const { posted, pending } = balance;
  const value = state?.value;
  const netTransferredAssets = state?.transferred ?? 0n;
  const toAssetUnits = (amount: bigint) => fromBaseUnits(amount, vaultHolding.decimals);
  const toShareUnits = (amount: bigint) => fromBaseUnits(amount, vaultHolding.share_decimals);
  return {
    strategy_id: vaultHolding.strategy_id,
    user_id: vaultHolding.user_id,
    settlement: 'onchain',
    chain: vaultHolding.chain,
    vault_address: toChecksummedAddress(vaultHolding.vault),
    wallet_address: toChecksummedAddress(vaultHolding.wallet),
    wallet_proven: isProvenWallet,
    asset: vaultHolding.asset,
    shares: toShareUnits(posted.shares),
    pending_shares: toShareUnits(pending.shares),
    net_deposited: toAssetUnits(posted.assets),
    net_transferred: toAssetUnits(netTransferredAssets),
    value: value === undefined ? null : toAssetUnits(value),
    earned: value === undefined ? null : toAssetUnits(value - posted.assets - netTransferredAssets),
    priced_at: isoTimeOrNull(state?.pricedAtMs),
    price_block_number: state?.pricedBlock ?? null,
  };
}

/**
 * Returns the public view of a vault position as an investment; undefined before its first confirmed event.
 *
 * @param strategyName undefined if the strategy was never in the catalog
 */
export function vaultInvestmentView(
  { vaultHolding, balance, subject, states: [state] }: VaultReport,
  strategyName: string | undefined,
): Investment | undefined {
  if (state === undefined) return undefined;
  const { value, holding, cost, realized, deposited, withdrawn, lastAtMs, pricedAtMs, pricedBlock } = state;
  const { shares, openedAtMs } = holding;
  const toAssetUnits = (amount: bigint) => fromBaseUnits(amount, vaultHolding.decimals);
  const toShareUnits = (amount: bigint) => fromBaseUnits(amount, vaultHolding.share_decimals);
  const isClosed = shares === 0n;
  return {
    id: subject.investmentId,
    user_id: vaultHolding.user_id,
    strategy_id: vaultHolding.strategy_id,
    strategy_name: strategyName ?? vaultHolding.strategy_id,
    chain: vaultHolding.chain,
    asset: vaultHolding.asset,
    settlement: 'onchain',
    status: isClosed ? 'closed' : 'active',
    value: value === undefined ? null : toAssetUnits(value),
    principal: toAssetUnits(cost),
    earned: value === undefined ? null : toAssetUnits(value - cost),
    earned_percent: value === undefined ? null : computeEarnedPercent(value - cost, cost),
    realized_earnings: toAssetUnits(realized),
    total_deposited: toAssetUnits(deposited),
    total_withdrawn: toAssetUnits(withdrawn),
    wallet_address: subject.wallet,
    onchain: {
      chain_id: vaultHolding.chain_id,
      vault_address: toChecksummedAddress(vaultHolding.vault),
      // Always true, because vault shares become an investment only after a wallet proof.
      wallet_proven: true,
      shares: toShareUnits(shares),
      pending_shares: toShareUnits(balance.pending.shares),
      priced_at: isoTimeOrNull(pricedAtMs),
      price_block_number: pricedBlock ?? null,
    },
    created_at: formatIsoTime(openedAtMs),
    updated_at: formatIsoTime(lastAtMs),
    closed_at: isClosed ? formatIsoTime(lastAtMs) : null,
  };
}
