import { toChecksummed } from '../../../platform/domain/ethereum.ts';
import { fromBaseUnits } from '../../../platform/domain/units.ts';
import type { INTENT_FAILURES } from '../../contract/investment.ts';
import type {
  ChainTransaction,
  ListedChainTransaction,
} from '../../contract/transactions/onchain-responses.ts';
import { vaultPositionIdOf } from '../ids/investment-id.ts';
import { isAsExpected } from './balance-changes.ts';
import { type IntentState, transition } from './states.ts';

/** The fields of an intent that its public view needs. */
export interface IntentFields {
  readonly id: string;
  readonly type: 'deposit' | 'withdrawal';
  readonly state: IntentState;
  readonly failure: (typeof INTENT_FAILURES)[number] | null;
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
function balanceChangesView(
  { decimals, share_decimals }: Pick<IntentFields, 'decimals' | 'share_decimals'>,
  changes: { readonly assets: string; readonly shares: string } | null,
) {
  if (changes === null) return null;
  return {
    assets: fromBaseUnits(BigInt(changes.assets), decimals),
    shares: fromBaseUnits(BigInt(changes.shares), share_decimals),
  };
}

const parseBaseUnits = ({ assets, shares }: { readonly assets: string; readonly shares: string }) => ({
  assets: BigInt(assets),
  shares: BigInt(shares),
});

/**
 * Returns the public view of a confirmed step's result, and whether the result is as expected. Unknown fields
 * are null.
 */
function stepResultView(intent: IntentFields) {
  const { outcome, expected } = intent;
  const changes = outcome?.changes ?? null;
  const isKnown = changes !== null && expected !== null;
  return {
    receiver_address: outcome?.receiver == null ? null : toChecksummed(outcome.receiver),
    actual_changes: balanceChangesView(intent, changes),
    changes_as_expected: isKnown ? isAsExpected(parseBaseUnits(changes), parseBaseUnits(expected)) : null,
  };
}

export function intentView(intent: IntentFields): ChainTransaction {
  const amountOf = (assets: string | null) =>
    assets === null ? null : fromBaseUnits(BigInt(assets), intent.decimals);
  const time = (epochMs: number) => new Date(epochMs).toISOString();
  return {
    id: intent.id,
    type: intent.type,
    settlement: 'onchain',
    status: intent.state,
    user_id: intent.user_id,
    counterpart_id: intent.counterpart_id,
    failure: intent.failure,
    investment_id: vaultPositionIdOf(intent),
    strategy_id: intent.strategy_id,
    chain: intent.chain,
    chain_id: intent.chain_id,
    vault_address: toChecksummed(intent.vault),
    wallet_address: toChecksummed(intent.wallet),
    asset: intent.asset,
    requested_amount: amountOf(intent.assets),
    amount: amountOf(intent.included?.assets ?? intent.assets),
    steps: intent.steps.map((step) => ({ ...step, to: toChecksummed(step.to) })),
    calls: intent.calls.map(({ to, data }) => ({ to: toChecksummed(to), data, value: '0x0' })),
    expected_changes: balanceChangesView(intent, intent.expected),
    ...stepResultView(intent),
    simulated: intent.simulated,
    hashes: [...intent.hashes],
    may_still_execute: intent.may_still_execute && transition(intent.state, 'log') !== undefined,
    transaction_hash: intent.included?.hash ?? null,
    block_number: intent.included?.block ?? null,
    created_at: time(intent.created_at_ms),
    updated_at: time(intent.updated_at_ms),
    expires_at: time(intent.deadline_ms),
  };
}

/** Returns the public view of an intent in a list, without steps and calls. */
export function intentSummary(intent: IntentFields): ListedChainTransaction {
  const { steps: _, calls: __, ...summary } = intentView(intent);
  return summary;
}
