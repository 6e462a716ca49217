import { RpcError } from '../../chain/json-rpc.ts';
import type { ChainSettings } from '../../chain/networks.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import type { Logger } from '../../platform/log.ts';
import { withObservation } from '../../strategies/domain/vault-figures.ts';
import {
  readVaultFigures,
  readVaults,
  recordPermit,
  recordVaultFigures,
  type Vault,
} from '../../strategies/records.ts';
import { observeVault } from './vault-prices.ts';

/** An observation younger than this is not made again. */
const OBSERVED_EVERY_MS = 10 * 60_000;

/** Asked once of a vault, so that most runs do without what it takes. */
async function seekPermit(table: Table, node: ChainSettings, vault: Vault): Promise<void> {
  const { permitDomainOf } = await import('../../chain/permit-domain.ts');
  await recordPermit(table, vault, await permitDomainOf(node, vault.asset.address));
}

/**
 * Keeps the share price of every registered vault that has not been looked at for ten minutes and, once, whether its
 * asset takes permits, where that was not asked as it was registered. A chain that does not
 * answer is logged and keeps no other waiting.
 */
export async function observeVaults(
  { table, clock, log }: { table: Table; clock: () => number; log: Pick<Logger, 'warn'> },
  chains: readonly ChainSettings[],
): Promise<void> {
  await Promise.all(
    (await readVaults(table)).map(async (vault) => {
      const node = chains.find(({ chain }) => chain === vault.chain);
      const known = await readVaultFigures(table, vault.strategy_id);
      if (node === undefined || clock() - (known.at(-1)?.atMs ?? 0) < OBSERVED_EVERY_MS) return;
      try {
        const seen = await observeVault(node, vault);
        if (seen !== undefined)
          await recordVaultFigures(table, vault.strategy_id, withObservation(known, seen));
        if (!vault.permit_sought) await seekPermit(table, node, vault);
      } catch (error) {
        if (!(error instanceof RpcError)) throw error;
        log.warn('the vault could not be observed', { chain: vault.chain, error_message: error.message });
      }
    }),
  );
}
