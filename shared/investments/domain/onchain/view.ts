import { toChecksummed } from '../../../platform/domain/ethereum.ts';
import { fromBaseUnits } from '../../../platform/domain/units.ts';
import type { ChainTransaction, ListedTransaction } from '../../contract/transactions/onchain-responses.ts';
import { vaultPositionIdOf } from '../ids/investment-id.ts';
import { type IntentState, statusOf } from './states.ts';

/** What a view of an intent is made of. */
export interface ViewedIntent {
  readonly id: string;
  readonly type: 'deposit' | 'withdrawal';
  readonly state: IntentState;
  readonly failure: 'reverted' | 'replaced' | null;
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
  readonly steps: ChainTransaction['steps'];
  readonly simulated: boolean;
  readonly hashes: readonly string[];
  readonly included: { readonly hash: string; readonly block: number; readonly assets: string } | null;
  readonly created_at_ms: number;
  readonly updated_at_ms: number;
  readonly deadline_ms: number;
}

/** An intent as its owner sees it. */
export function intentView(intent: ViewedIntent): ChainTransaction {
  const amount = intent.included?.assets ?? intent.assets;
  const time = (epochMs: number) => new Date(epochMs).toISOString();
  return {
    id: intent.id,
    type: intent.type,
    settlement: 'onchain',
    status: statusOf(intent.state),
    state: intent.state,
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
    amount: amount === null ? null : fromBaseUnits(BigInt(amount), intent.decimals),
    steps: intent.steps,
    simulated: intent.simulated,
    hashes: [...intent.hashes],
    transaction_hash: intent.included?.hash ?? null,
    block_number: intent.included?.block ?? null,
    created_at: time(intent.created_at_ms),
    updated_at: time(intent.updated_at_ms),
    expires_at: time(intent.deadline_ms),
  };
}

/** An intent as a list shows it. */
export function intentSummary(intent: ViewedIntent): ListedTransaction {
  const { steps: _, ...summary } = intentView(intent);
  return summary;
}
