import type { Difference } from '../../../../../shared/investments/domain/audit/compare.ts';
import { scanLedgersAndChainItems } from '../../../../../shared/investments/verify/scan.ts';
import { readStrategySolvency } from '../../../../../shared/investments/verify/solvency.ts';
import { verifyLedger } from '../../../../../shared/investments/verify/verify.ts';
import { verifyChainBooks } from '../../../../../shared/investments/verify/verify-chain.ts';
import { UNCOVERED_DELETIONS } from '../../../../../shared/investments/verify/verify-requests.ts';
import { storedPrices } from '../../../../../shared/market/prices/stored-prices.ts';
import { type Command, CommandError } from '../../command.ts';
import { readSessionChains } from '../vault/chains.ts';
import { printVaults, reportVaults } from './vaults.ts';

/** Maximum number of entries that each printed list shows without --json. */
const SHOWN_MAX = 50;
const TEXT_MAX = 120;

function shortenValue(text: string): string {
  return text.length <= TEXT_MAX ? text : `${text.slice(0, TEXT_MAX)}...`;
}

function row({ where, what, expected, found }: Difference) {
  return { where, what, expected: shortenValue(expected), found: shortenValue(found) };
}

export const ledgerVerify: Command = {
  name: 'ledger verify',
  summary:
    'Compare the stored balances with the ledger entries, and the recorded vault shares with the chains',
  positionals: [],
  recorded: 'never',
  options: {},
  notes:
    'The command reads the whole table and changes nothing. The service can run during the check. At the end, the command lists the\n' +
    'accounts that changed during the check. To check these accounts, run the command again.\n' +
    '\n' +
    'The check has three parts:\n' +
    '  1. It calculates balances, shares and counters from the ledger entries, and compares them with the stored values.\n' +
    '  2. It lists each strategy that owes its investors more than its TVL. --json shows both amounts for every strategy.\n' +
    '  3. It compares the vault shares in the ledger with the shares that each wallet holds on the chain.\n' +
    '\n' +
    'Part 3 calls the blockchain nodes in the environment variable CHAIN_SETTINGS, or those of the local server if the variable is\n' +
    'not set. If a node does not respond, the column "covered" shows "unknown" for the vaults on this chain.\n' +
    '\n' +
    'Exit code 1: a stored value is wrong, or a wallet has fewer or more vault shares than the ledger says.',

  async run({ table, chainSettings, values, print, say, now }) {
    const { ledgers, chainItems } = await scanLedgersAndChainItems(table);
    const ledgerCheck = await verifyLedger(table, Date.now, ledgers);
    const chainCheck = await verifyChainBooks(table, chainItems);
    const differences = [...ledgerCheck.differences, ...chainCheck.differences];
    const { priceOf } = await storedPrices(table);
    const solvency = await readStrategySolvency(table, priceOf, now.getTime());
    const uncoveredStrategies = solvency.filter(({ exceeds }) => exceeds === true);
    const vaults = await reportVaults(table, readSessionChains({ chainSettings }), priceOf, now);
    const lackingVaults = vaults.filter(({ exceeds }) => exceeds === true);
    const { moving, differences: _, ...counted } = ledgerCheck;
    const counts = {
      ...counted,
      chain_positions: chainCheck.positions,
      chain_entries: chainCheck.entries,
      chain_items: chainCheck.items,
    };
    if (values.json === true)
      print({ ...counts, moving, differences, solvency, vaults, uncovered_deletions: UNCOVERED_DELETIONS });
    else {
      print({
        ...counts,
        differences: differences.length,
        moving: moving.length,
        uncovered: uncoveredStrategies.length + lackingVaults.length,
        unknown_vaults: vaults.filter(({ exceeds }) => exceeds === null).length,
      });
      if (moving.length > 0)
        say(
          `These accounts changed during the check, so run the command again to check them: ${moving.slice(0, SHOWN_MAX).join(' ')}`,
        );
      if (uncoveredStrategies.length > 0) {
        say('These strategies owe their investors more than their TVL:');
        print(uncoveredStrategies.slice(0, SHOWN_MAX));
      }
      printVaults({ print, say }, vaults);
      if (differences.length > 0) print(differences.slice(0, SHOWN_MAX).map(row));
    }
    if (differences.length > 0)
      throw new CommandError(
        'Stored values differ from the ledger entries. The list above shows them. Find the cause before you change anything. If somebody changed items by hand, restore the table from a backup.',
      );
    if (lackingVaults.length > 0)
      throw new CommandError(
        'Wallets hold fewer vault shares than the ledger says. The list above shows them. To add missing withdrawals to the ledger, run `vault rescan`. Start at the block of the last check without a difference.',
      );
    const excessVaults = vaults.filter(({ excess_in }) => excess_in.length > 0);
    if (excessVaults.length > 0) {
      throw new CommandError(
        'Wallets hold more vault shares than the ledger says. The list above shows them. To add missing deposits to the ledger, run `vault rescan`. Start at the block of the last check without a difference.',
      );
    }
    const uncheckedNote = moving.length > 0 ? ' The accounts above were not checked.' : '';
    say(`All stored values agree with the ledger entries.${uncheckedNote}`);
  },
};
