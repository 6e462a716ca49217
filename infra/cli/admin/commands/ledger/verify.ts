import type { Difference } from '../../../../../shared/investments/domain/audit/compare.ts';
import { strategySolvency } from '../../../../../shared/investments/verify/solvency.ts';
import { verifyLedger } from '../../../../../shared/investments/verify/verify.ts';
import { verifyChainBooks } from '../../../../../shared/investments/verify/verify-chain.ts';
import { UNCOVERED_DELETIONS } from '../../../../../shared/investments/verify/verify-requests.ts';
import { storedPrices } from '../../../../../shared/market/prices/stored-prices.ts';
import { type Command, CommandError } from '../../command.ts';
import { chainsOf } from '../vault/chains.ts';
import { reportVaults, showVaults } from './vaults.ts';

/** More than this is shown with --json only. */
const SHOWN_MAX = 50;
const TEXT_MAX = 120;

function shortened(text: string): string {
  return text.length <= TEXT_MAX ? text : `${text.slice(0, TEXT_MAX)}...`;
}

function row({ where, what, expected, found }: Difference) {
  return { where, what, expected: shortened(expected), found: shortened(found) };
}

export const ledgerVerify: Command = {
  name: 'ledger verify',
  summary:
    'Compare stored balances, shares and counters with the journal, and the vault shares of wallets with the chains',
  positionals: [],
  recorded: 'never',
  options: {},
  notes: [
    'Reads the whole table and checks every journal entry. Changes nothing, and can run during live traffic: it lists the',
    'accounts that changed meanwhile, so that you can verify them again. Lists the strategies that owe more than their TVL;',
    '--json shows what each strategy owes. Compares the vault shares of each wallet with its chain. The chains are those in',
    'CHAIN_SETTINGS or, if it is not set, those of the local server. A chain that does not respond is reported as unknown.',
    'Exit code 1: there is a difference, or a wallet has fewer vault shares than the ledger says.',
  ].join('\n'),
  async run({ table, chainSettings, values, print, say, now }) {
    const books = await verifyLedger(table);
    const chain = await verifyChainBooks(table);
    const differences = [...books.differences, ...chain.differences];
    const { priceOf } = await storedPrices(table);
    const solvency = await strategySolvency(table, priceOf, now.getTime());
    const uncovered = solvency.filter(({ exceeds }) => exceeds === true);
    const vaults = await reportVaults(table, chainsOf({ chainSettings }), priceOf, now);
    const lacking = vaults.filter(({ exceeds }) => exceeds === true);
    const { moving, differences: _, ...counted } = books;
    const counts = {
      ...counted,
      chain_positions: chain.positions,
      chain_entries: chain.entries,
      chain_items: chain.items,
    };
    if (values.json === true)
      print({ ...counts, moving, differences, solvency, vaults, uncovered_deletions: UNCOVERED_DELETIONS });
    else {
      print({
        ...counts,
        differences: differences.length,
        moving: moving.length,
        uncovered: uncovered.length + lacking.length,
        unknown_vaults: vaults.filter(({ exceeds }) => exceeds === null).length,
      });
      if (moving.length > 0)
        say(
          `These accounts changed during the check. Run the command again to verify them: ${moving.slice(0, SHOWN_MAX).join(' ')}`,
        );
      if (uncovered.length > 0) {
        say('Strategies that owe more than their TVL:');
        print(uncovered.slice(0, SHOWN_MAX));
      }
      showVaults({ print, say }, vaults);
      if (differences.length > 0) print(differences.slice(0, SHOWN_MAX).map(row));
    }
    if (differences.length > 0)
      throw new CommandError('The stored balances differ from the journal. See the differences above.');
    if (lacking.length > 0)
      throw new CommandError('Wallets have fewer vault shares than the ledger says. See the wallets above.');
    const excess = vaults.filter(({ excess_in }) => excess_in.length > 0);
    if (excess.length > 0) {
      throw new CommandError('Wallets have more shares than the ledger says. Run `vault rescan`.');
    }
    say(`The ledger agrees with its journal${moving.length > 0 ? ', except for the accounts above' : ''}.`);
  },
};
