import { rescanChain } from '../../../../../shared/investments/watcher/watcher.ts';
import { vaultAssetPrices } from '../../../../../shared/investments/watcher/watcher-prices.ts';
import { type Command, CommandError, word } from '../../command.ts';
import { chainsOf, told } from './chains.ts';

export const vaultRescan: Command = {
  name: 'vault rescan',
  summary: 'Read the vault events in a range of blocks again, and book the events that the ledger lacks',
  positionals: ['CHAIN', 'FROM', 'TO'],
  recorded: 'by_command',
  options: {},
  notes:
    'FROM and TO are block numbers, both included. The node comes from CHAIN_SETTINGS, otherwise from the local server.\n' +
    'Events that are already booked do not change. A second run over the same range changes nothing.',
  async run(session) {
    const [name, from, to] = [word(session, 0), block(word(session, 1)), block(word(session, 2))];
    const chain = chainsOf(session).find((each) => each.chain === name);
    if (chain === undefined)
      throw new CommandError(`The chain ${name} is not configured. Add it to CHAIN_SETTINGS.`);
    const log = { info: () => undefined, warn: session.say, error: session.say };
    const { table } = session;
    const ports = { table, clock: Date.now, log, priceUsd: vaultAssetPrices(table, log) };
    session.print(await told(rescanChain(ports, chain, { from, to })));
  },
};

function block(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new CommandError(`${text} is not a block number. Write it in decimal digits.`);
}
