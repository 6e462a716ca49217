import { RpcError } from '../../../../../shared/chain/json-rpc.ts';
import { type ChainSettings, readChains } from '../../../../../shared/chain/networks.ts';
import { VaultError } from '../../../../../shared/investments/vaults/vaults.ts';
import { readConfig } from '../../../../../shared/platform/config.ts';
import { CommandError, type TableCommandContext } from '../../command.ts';

/** Returns the default chains with the changes in CHAIN_SETTINGS. */
export function readCommandChains({
  chainSettings,
}: Pick<TableCommandContext, 'chainSettings'>): readonly ChainSettings[] {
  return readChains(readConfig({ CHAIN_SETTINGS: chainSettings }).CHAIN_SETTINGS);
}

/** Converts errors of a vault or its chain to a CommandError for the operator. */
export async function withCommandErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof VaultError || error instanceof RpcError) throw new CommandError(error.message);
    throw error;
  }
}

export const REBASING_OPTION = {
  rebasing: {
    type: 'boolean',
    summary:
      'declare the vault or its asset as rebasing (balances change without a Transfer event); the service then adds changes of the shares to the ledger',
  },
} as const;
