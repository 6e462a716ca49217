import { addVault } from '../../../../../shared/investments/vaults/vaults.ts';
import { type Command, readPositionalArgument } from '../../command.ts';
import { REBASING_OPTION, readCommandChains, withCommandErrors } from './chains.ts';

export const vaultAddCommand: Command = {
  name: 'vault add',
  summary:
    'Register a vault (ERC-4626 contract) for a strategy, so that users can deposit into it on the chain',
  positionals: ['STRATEGY', 'ADDRESS'],
  recorded: 'by_command',
  options: REBASING_OPTION,
  notes: `ADDRESS is the address of the vault on the strategy's chain. \`vault add\` first checks three things: the contract is an
ERC-4626 vault, it charges no fee on deposits, and nobody can steal the first deposit (inflation attack). For these checks,
\`vault add\` calls the blockchain node in the environment variable CHAIN_SETTINGS. If the variable is not set, \`vault add\` calls
the node of the local server (npm start).`,

  async run(commandContext) {
    const [strategyId, address] = [
      readPositionalArgument(commandContext, 0),
      readPositionalArgument(commandContext, 1),
    ];
    const { table, now } = commandContext;
    const request = { strategyId, address, rebasing: commandContext.values.rebasing === true, now };
    commandContext.print(
      await withCommandErrors(addVault(table, readCommandChains(commandContext), request)),
    );
  },
};
