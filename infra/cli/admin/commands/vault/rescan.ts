import { rescanChain } from '../../../../../shared/investments/watcher/watcher.ts';
import { vaultAssetPrices } from '../../../../../shared/investments/watcher/watcher-prices.ts';
import { type Command, CommandError, word } from '../../command.ts';
import { readSessionChains, withCommandErrors } from './chains.ts';

export const vaultRescan: Command = {
  name: 'vault rescan',
  summary: 'Read the vault events in a range of blocks again, and add those that are missing in the ledger',
  positionals: ['CHAIN', 'FROM', 'TO'],
  recorded: 'by_command',
  options: {},
  notes:
    'CHAIN is a name such as ethereum. FROM and TO are block numbers; both blocks are read. The command reads the blocks from\n' +
    'the node that the environment variable CHAIN_SETTINGS names for the chain. If it is not set, the command uses the chains of\n' +
    'the local server. Events that are already in the ledger are skipped, so you can run the command again.',
  async run(session) {
    const [name, from, to] = [word(session, 0), block(word(session, 1)), block(word(session, 2))];
    const chain = readSessionChains(session).find((each) => each.chain === name);
    if (chain === undefined)
      throw new CommandError(
        `The chain ${name} is not configured. Add it to the environment variable CHAIN_SETTINGS.`,
      );
    const log = { info: () => undefined, warn: session.say, error: session.say };
    const { table } = session;
    const ports = { table, clock: Date.now, log, priceUsd: vaultAssetPrices(table, log) };
    session.print(await withCommandErrors(rescanChain(ports, chain, { from, to })));
  },
};

function block(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new CommandError(`${text} is not a block number. Write it in decimal digits.`);
}
