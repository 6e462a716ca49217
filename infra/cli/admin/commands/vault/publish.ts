import { publishVault } from '../../../../../shared/investments/vaults/vaults.ts';
import { config } from '../../../../../shared/platform/config.ts';
import { type Command, readPositionalArgument } from '../../command.ts';
import { REBASING_OPTION, readCommandChains, withCommandErrors } from './chains.ts';

export const vaultPublishCommand: Command = {
  name: 'vault publish',
  summary: 'Register a vault (ERC-4626 contract) as a new strategy, if the market data does not list it',
  positionals: ['CHAIN', 'ADDRESS', 'PROTOCOL'],
  recorded: 'by_command',
  options: REBASING_OPTION,
  notes: `\`vault publish\` makes the same checks as \`vault add\`. The strategy appears in the catalog after the next ingestion of market
data. To start an ingestion now, run npm run ingest.

The service calculates the APY of the vault from its share price now and 24 hours ago. If the blockchain node cannot return the
share price of 24 hours ago, the service uses the share price of an hour ago. If the node cannot return this share price either,
the strategy has no APY until the service has observed the share price for an hour.

Before you run \`vault publish\`, set the environment variable MARKET_SOURCE to its value in the Lambda functions of the stage. The
id of the strategy depends on this value.`,

  async run(commandContext) {
    const [chain, address, protocol] = [
      readPositionalArgument(commandContext, 0),
      readPositionalArgument(commandContext, 1),
      readPositionalArgument(commandContext, 2),
    ];
    const { table, now } = commandContext;
    const isRebasing = commandContext.values.rebasing === true;
    const request = { source: config.MARKET_SOURCE, chain, address, protocol, rebasing: isRebasing, now };
    commandContext.print(
      await withCommandErrors(publishVault(table, readCommandChains(commandContext), request)),
    );
  },
};
