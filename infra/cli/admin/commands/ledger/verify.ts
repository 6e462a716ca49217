import type { Difference } from '../../../../../shared/investments/domain/audit/compare.ts';
import { scanLedgersAndChainItems } from '../../../../../shared/investments/verify/scan.ts';
import { readStrategySolvency } from '../../../../../shared/investments/verify/solvency.ts';
import { verifyLedger } from '../../../../../shared/investments/verify/verify.ts';
import { verifyChainItems } from '../../../../../shared/investments/verify/verify-chain.ts';
import { UNDETECTED_DELETIONS } from '../../../../../shared/investments/verify/verify-requests.ts';
import { readStoredPrices } from '../../../../../shared/market/prices/stored-prices.ts';
import { type Command, CommandError } from '../../command.ts';
import { readCommandChains } from '../vault/chains.ts';
import { buildVaultReports, printVaultReports } from './vaults.ts';

/** Maximum number of entries that each printed list shows without --json. */
const PRINTED_ROWS_MAX = 50;
const TEXT_CHARACTERS_MAX = 120;

function shortenValue(text: string): string {
  return text.length <= TEXT_CHARACTERS_MAX ? text : `${text.slice(0, TEXT_CHARACTERS_MAX)}...`;
}

function row({ where, what, expected, found }: Difference) {
  return { where, what, expected: shortenValue(expected), found: shortenValue(found) };
}

export const ledgerVerifyCommand: Command = {
  name: 'ledger verify',
  summary:
    'Compare the stored balances with the ledger entries, and the vault shares in the ledger with the shares on the chains',
  positionals: [],
  recorded: 'never',
  options: {},
  notes: `\`ledger verify\` reads the whole table and changes nothing. The service can run during the check. At the end, \`ledger verify\` lists
the accounts that changed during the check. To check these accounts, run \`ledger verify\` again.

\`ledger verify\` makes three checks:
  1. It calculates balances, shares and counters from the ledger entries, and compares the results with the stored values.
  2. It lists each strategy in which the service owes the investors more than the TVL of the strategy. With --json, it prints
     the owed amount and the TVL of every strategy with investments.
  3. It compares the vault shares in the ledger with the shares that each wallet holds on the chain.

To read the vault shares on a chain, \`ledger verify\` calls the blockchain node that the environment variable CHAIN_SETTINGS
names. If the variable is not set, \`ledger verify\` calls the node of the local server (npm start). If the node of a chain does
not respond, the column "covered" shows "unknown" for all vaults on this chain.

\`ledger verify\` ends with exit code 1 if a stored value is wrong, or if a wallet has fewer or more vault shares than the
ledger says.`,

  async run({ table, chainSettings, values, print, say, now }) {
    const { ledgers, chainItems } = await scanLedgersAndChainItems(table);
    const ledgerCheck = await verifyLedger(table, Date.now, ledgers);
    const chainCheck = await verifyChainItems(table, chainItems);
    const differences = [...ledgerCheck.differences, ...chainCheck.differences];
    const { priceOf } = await readStoredPrices(table);
    const strategySolvencies = await readStrategySolvency(table, priceOf, now.getTime());
    const uncoveredStrategies = strategySolvencies.filter(({ exceeds }) => exceeds === true);
    const vaultReports = await buildVaultReports(table, readCommandChains({ chainSettings }), priceOf, now);
    const uncoveredVaults = vaultReports.filter(({ exceeds }) => exceeds === true);
    const { moving, differences: _, ...counted } = ledgerCheck;
    const counts = {
      ...counted,
      chain_positions: chainCheck.positions,
      chain_entries: chainCheck.entries,
      chain_items: chainCheck.items,
    };
    if (values.json === true)
      print({
        ...counts,
        moving,
        differences,
        solvency: strategySolvencies,
        vaults: vaultReports,
        uncovered_deletions: UNDETECTED_DELETIONS,
      });
    else {
      print({
        ...counts,
        differences: differences.length,
        moving: moving.length,
        uncovered: uncoveredStrategies.length + uncoveredVaults.length,
        unknown_vaults: vaultReports.filter(({ exceeds }) => exceeds === null).length,
      });
      if (moving.length > 0)
        say(
          `These accounts changed during the check. To check them, run \`ledger verify\` again: ${moving.slice(0, PRINTED_ROWS_MAX).join(' ')}`,
        );
      if (uncoveredStrategies.length > 0) {
        say('These strategies owe their investors more than their TVL:');
        print(uncoveredStrategies.slice(0, PRINTED_ROWS_MAX));
      }
      printVaultReports({ print, say }, vaultReports);
      if (differences.length > 0) print(differences.slice(0, PRINTED_ROWS_MAX).map(row));
    }
    if (differences.length > 0)
      throw new CommandError(
        'Stored values differ from the ledger entries. The list above shows the differences. Find the cause before you change anything. If somebody changed items in the DynamoDB table by hand, restore the DynamoDB table from a backup.',
      );
    if (uncoveredVaults.length > 0)
      throw new CommandError(
        'Wallets hold fewer vault shares than the ledger says. The list above shows these wallets. To add missing withdrawals to the ledger, run `vault rescan CHAIN FROM TO`. FROM and TO are the first and the last block to read. Find the output of the latest `ledger verify` that found no difference. As FROM, use the number in its column "block", or a smaller number.',
      );
    const vaultsWithExcessShares = vaultReports.filter(({ excess_in }) => excess_in.length > 0);
    if (vaultsWithExcessShares.length > 0) {
      throw new CommandError(
        'Wallets hold more vault shares than the ledger says. The list above shows these wallets. To add missing deposits to the ledger, run `vault rescan CHAIN FROM TO`. FROM and TO are the first and the last block to read. Find the output of the latest `ledger verify` that found no difference. As FROM, use the number in its column "block", or a smaller number.',
      );
    }
    const uncheckedVaultsNote =
      moving.length > 0
        ? ' The accounts listed above changed during the check, so they were not checked.'
        : '';
    say(`All stored values agree with the ledger entries.${uncheckedVaultsNote}`);
  },
};
