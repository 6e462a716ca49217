import type { Hex } from '../../../shared/chain/abi.ts';
import type { OpeningBalance } from '../../../shared/investments/store/onchain/followed-wallets.ts';
import {
  buildNewVaultTransactionWrites,
  type VaultTransaction,
} from '../../../shared/investments/store/vault-transactions.ts';
import { storeNumberedVaultTransactions } from '../../../shared/investments/transactions/numbered-vault-transactions.ts';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import type { Vault } from '../../../shared/strategies/records.ts';

/** Returns the attribution code that tests use for a transaction id. */
export const attributionCodeOf = (id: string) =>
  `yld${id
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .padStart(20, '0')
    .slice(-20)}`;

/** Returns a pending transaction without steps for a vault on Base, for tests that send the calls themselves. */
export function pendingVaultTransaction(
  changes: Pick<VaultTransaction, 'id' | 'vault' | 'wallet'> & Partial<VaultTransaction>,
): VaultTransaction {
  return {
    ...{
      version: 1,
      number: 1,
      owner_id: 'usr_a',
      user_id: null,
      counterpart_id: null,
      code: attributionCodeOf(changes.id),
    },
    ...{ type: 'deposit', state: 'pending', failure: null },
    ...{ strategy_id: 'strat_v', chain: 'base', chain_id: 8_453 },
    ...{ asset: 'USDC', decimals: 6, assets: '1', shares: null },
    ...{
      share_decimals: 6,
      calls: [],
      expected: null,
      steps: [],
      permit: null,
      simulated: true,
      hashes: [],
      nonce: null,
      may_still_execute: true,
      included: null,
      outcome: null,
    },
    ...{ created_at_ms: 0, updated_at_ms: 0, deadline_ms: Number.MAX_SAFE_INTEGER },
    ...changes,
  };
}

/** Stores a transaction as a deposit does, under the next number of its account. */
export const storeVaultTransaction = (table: Table, vaultTransaction: VaultTransaction) =>
  storeNumberedVaultTransactions(table, vaultTransaction.owner_id, (number) =>
    buildNewVaultTransactionWrites({ ...vaultTransaction, number }),
  );

/** Returns an opening balance whose shares are worth one base unit each. */
export function buildOpeningBalance(number: number, shares: bigint): OpeningBalance {
  const block = { number, hash: `0x${number.toString(16).padStart(64, 'b')}`, timestamp: 0 } as const;
  return { block, shares, worth: shares, priceUsd: 1, bookedAtMs: 0 };
}

/** Returns an address that belongs to nobody. */
export const repeatByteAsAddress = (byte: string): Hex => `0x${byte.repeat(20)}`;

/** A registered vault over USDC on Base. */
export function buildVaultRecord(changes: Pick<Vault, 'strategy_id' | 'address'>): Vault {
  return {
    chain: 'base',
    asset: { address: repeatByteAsAddress('fb'), symbol: 'USDC', decimals: 6 },
    share_decimals: 6,
    added_at: '2026-05-15T00:00:00.000Z',
    closed: false,
    fees: { entry_percent: 0, exit_percent: 0, performance_percent: null },
    rebasing: false,
    ...changes,
  };
}
