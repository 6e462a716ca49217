import { toChecksummedAddress } from '../../../platform/domain/ethereum.ts';
import { fromBaseUnits } from '../../../platform/domain/units.ts';
import type { VAULT_TRANSACTION_FAILURES } from '../../contract/investment.ts';
import type {
  ChainTransaction,
  ListedChainTransaction,
} from '../../contract/transactions/onchain-responses.ts';
import { vaultPositionIdOf } from '../ids/investment-id.ts';
import { areChangesAsExpected } from './balance-changes.ts';
import { findTransition, type VaultTransactionState } from './states.ts';

/** The fields of a vault transaction that its public view needs. */
export interface VaultTransactionFields {
  readonly id: string;
  readonly type: 'deposit' | 'withdrawal';
  readonly state: VaultTransactionState;
  readonly failure: (typeof VAULT_TRANSACTION_FAILURES)[number] | null;
  readonly user_id: string | null;
  readonly counterpart_id: string | null;
  readonly strategy_id: string;
  readonly chain: string;
  readonly chain_id: number;
  readonly vault: string;
  readonly wallet: string;
  readonly asset: string;
  readonly decimals: number;
  readonly assets: string | null;
  readonly share_decimals: number;
  readonly steps: ChainTransaction['steps'];
  readonly calls: readonly { readonly to: string; readonly data: string }[];
  /** Expected changes of the wallet's balances, in signed base units. */
  readonly expected: { readonly assets: string; readonly shares: string } | null;
  readonly simulated: boolean;
  readonly hashes: readonly string[];
  readonly may_still_execute: boolean;
  readonly included: { readonly hash: string; readonly block: number; readonly assets: string } | null;
  readonly outcome: {
    readonly receiver: string | null;
    readonly changes: { readonly assets: string; readonly shares: string } | null;
  } | null;
  readonly created_at_ms: number;
  readonly updated_at_ms: number;
  readonly deadline_ms: number;
}

/** Converts changes of a wallet's balances from base units to units of the asset and of the shares. */
function toBalanceChangesView(
  { decimals, share_decimals }: Pick<VaultTransactionFields, 'decimals' | 'share_decimals'>,
  changes: { readonly assets: string; readonly shares: string } | null,
) {
  if (changes === null) return null;
  return {
    assets: fromBaseUnits(BigInt(changes.assets), decimals),
    shares: fromBaseUnits(BigInt(changes.shares), share_decimals),
  };
}

const parseBalanceChanges = ({ assets, shares }: { readonly assets: string; readonly shares: string }) => ({
  assets: BigInt(assets),
  shares: BigInt(shares),
});

/**
 * Returns the public view of a confirmed step's result, and whether the result is as expected. Unknown fields
 * are null.
 */
function stepResultView(vaultTransaction: VaultTransactionFields) {
  const { outcome, expected } = vaultTransaction;
  const changes = outcome?.changes ?? null;
  const areChangesKnown = changes !== null && expected !== null;
  return {
    receiver_address: outcome?.receiver == null ? null : toChecksummedAddress(outcome.receiver),
    actual_changes: toBalanceChangesView(vaultTransaction, changes),
    changes_as_expected: areChangesKnown
      ? areChangesAsExpected(parseBalanceChanges(changes), parseBalanceChanges(expected))
      : null,
  };
}

export function toVaultTransactionView(vaultTransaction: VaultTransactionFields): ChainTransaction {
  const toAssetAmount = (assets: string | null) =>
    assets === null ? null : fromBaseUnits(BigInt(assets), vaultTransaction.decimals);
  const time = (epochMs: number) => new Date(epochMs).toISOString();
  return {
    id: vaultTransaction.id,
    type: vaultTransaction.type,
    settlement: 'onchain',
    status: vaultTransaction.state,
    user_id: vaultTransaction.user_id,
    counterpart_id: vaultTransaction.counterpart_id,
    failure: vaultTransaction.failure,
    investment_id: vaultPositionIdOf(vaultTransaction),
    strategy_id: vaultTransaction.strategy_id,
    chain: vaultTransaction.chain,
    chain_id: vaultTransaction.chain_id,
    vault_address: toChecksummedAddress(vaultTransaction.vault),
    wallet_address: toChecksummedAddress(vaultTransaction.wallet),
    asset: vaultTransaction.asset,
    requested_amount: toAssetAmount(vaultTransaction.assets),
    amount: toAssetAmount(vaultTransaction.included?.assets ?? vaultTransaction.assets),
    steps: vaultTransaction.steps.map((step) => ({ ...step, to: toChecksummedAddress(step.to) })),
    calls: vaultTransaction.calls.map(({ to, data }) => ({
      to: toChecksummedAddress(to),
      data,
      value: '0x0',
    })),
    expected_changes: toBalanceChangesView(vaultTransaction, vaultTransaction.expected),
    ...stepResultView(vaultTransaction),
    simulated: vaultTransaction.simulated,
    hashes: [...vaultTransaction.hashes],
    may_still_execute:
      vaultTransaction.may_still_execute && findTransition(vaultTransaction.state, 'log') !== undefined,
    transaction_hash: vaultTransaction.included?.hash ?? null,
    block_number: vaultTransaction.included?.block ?? null,
    created_at: time(vaultTransaction.created_at_ms),
    updated_at: time(vaultTransaction.updated_at_ms),
    expires_at: time(vaultTransaction.deadline_ms),
  };
}

/** Returns the public view of a vault transaction in a list, without steps and calls. */
export function toVaultTransactionSummary(vaultTransaction: VaultTransactionFields): ListedChainTransaction {
  const { steps: _, calls: __, ...summary } = toVaultTransactionView(vaultTransaction);
  return summary;
}
