import type { Difference } from '../../../../../shared/investments/domain/audit/compare.ts';
import { strategySolvency } from '../../../../../shared/investments/verify/solvency.ts';
import { verifyLedger } from '../../../../../shared/investments/verify/verify.ts';
import { verifyChainBooks } from '../../../../../shared/investments/verify/verify-chain.ts';
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
    'Check every balance, share count and counter against the journal, and vaults against their chains',
  positionals: [],
  recorded: 'never',
  options: {},
  notes: [
    "Reads the whole table, walks every owner's journal page by page, and holds each entry against the rules. Changes nothing, and may run",
    'beside live traffic: what moves meanwhile is named, to be verified again. Names strategies that owe more than their',
    "TVL; with --json, what each owes. Holds what wallets have in vaults, by the books, against the chains that this shell's",
    'CHAIN_SETTINGS names, else the server of npm start; a chain that does not answer is unknown. Ends with 1 when there is a difference, or a wallet has less.',
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
    const counts = { ...counted, chain_positions: chain.positions, chain_entries: chain.entries };
    if (values.json === true) print({ ...counts, moving, differences, solvency, vaults });
    else {
      print({
        ...counts,
        differences: differences.length,
        moving: moving.length,
        uncovered: uncovered.length + lacking.length,
        unknown_vaults: vaults.filter(({ exceeds }) => exceeds === null).length,
      });
      if (moving.length > 0) say(`Moving meanwhile, verify again: ${moving.slice(0, SHOWN_MAX).join(' ')}`);
      if (uncovered.length > 0) {
        say('Owes more than its source says that it holds:');
        print(uncovered.slice(0, SHOWN_MAX));
      }
      showVaults({ print, say }, vaults);
      if (differences.length > 0) print(differences.slice(0, SHOWN_MAX).map(row));
    }
    if (differences.length > 0) throw new CommandError('The ledger does not agree with its journal.');
    if (lacking.length > 0) throw new CommandError('Vaults give wallets less than the books say.');
    say(`${moving.length > 0 ? 'What stood still' : 'The ledger'} agrees with its journal.`);
  },
};
