import type { Hex } from '../../../shared/chain/abi.ts';
import type { Intent } from '../../../shared/investments/store/intents.ts';

/** What somebody means to do in a vault on Base, without any step: for tests that carry it out themselves. */
export function pendingIntent(changes: Pick<Intent, 'id' | 'vault' | 'wallet'> & Partial<Intent>): Intent {
  return {
    ...{ version: 1, owner_id: 'usr_a', user_id: null, counterpart_id: null },
    ...{ type: 'deposit', state: 'pending', failure: null },
    ...{ strategy_id: 'strat_v', chain: 'base', chain_id: 8_453 },
    ...{ asset: 'USDC', decimals: 6, assets: '1', shares: null },
    ...{ steps: [], permit: null, simulated: true, hashes: [], nonce: null, included: null },
    ...{ created_at_ms: 0, updated_at_ms: 0, deadline_ms: Number.MAX_SAFE_INTEGER },
    ...changes,
  };
}

/** An address that is nobody's. */
export const addressOf = (byte: string): Hex => `0x${byte.repeat(20)}`;
