import { rescanChain } from '../../../../../shared/investments/watcher/watcher.ts';
import { createVaultPriceReader } from '../../../../../shared/investments/watcher/watcher-prices.ts';
import { type Command, CommandError, readPositionalArgument } from '../../command.ts';
import { readCommandChains, withCommandErrors } from './chains.ts';

export const vaultRescanCommand: Command = {
  name: 'vault rescan',
  summary: 'Read the vault events in a range of blocks again, and add missing events to the ledger',
  positionals: ['CHAIN', 'FROM', 'TO'],
  recorded: 'by_command',
  options: {},
  notes: `CHAIN is the name of a chain, such as ethereum. FROM and TO are the numbers of the first and the last block. \`vault rescan\` calls
the blockchain node in the environment variable CHAIN_SETTINGS. If the variable is not set, \`vault rescan\` calls the node of the
local server (npm start). \`vault rescan\` skips events that are already in the ledger, so you can run it again.`,

  async run(commandContext) {
    const [name, from, to] = [
      readPositionalArgument(commandContext, 0),
      parseBlockNumber(readPositionalArgument(commandContext, 1)),
      parseBlockNumber(readPositionalArgument(commandContext, 2)),
    ];
    const chain = readCommandChains(commandContext).find((each) => each.chain === name);
    if (chain === undefined)
      throw new CommandError(
        `The chain ${name} is not configured. Add it to the environment variable CHAIN_SETTINGS.`,
      );
    const log = { info: () => undefined, warn: commandContext.say, error: commandContext.say };
    const { table } = commandContext;
    const dependencies = { table, clock: Date.now, log, priceUsd: createVaultPriceReader(table, log) };
    commandContext.print(await withCommandErrors(rescanChain(dependencies, chain, { from, to })));
  },
};

function parseBlockNumber(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new CommandError(`${text} is not a block number. Give a number in decimal digits, such as 31000000.`);
}
