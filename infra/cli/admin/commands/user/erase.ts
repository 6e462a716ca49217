import { eraseUser } from '../../../../../shared/accounts/personal-data.ts';
import { countActiveSandboxInvestments } from '../../../../../shared/investments/investments.ts';
import { type Command, readPositionalArgument, USER_PLACEHOLDER } from '../../command.ts';
import { requireUser } from '../../users.ts';

export const userEraseCommand: Command = {
  name: 'user erase',
  summary: 'Erase a user and all data about them, permanently',
  positionals: [USER_PLACEHOLDER],
  recorded: 'by_use_case',
  options: {},
  notes: `\`user erase\` deletes the user's credentials, sessions, wallets, wallet connections, usage records and audit events. The ledger
entries stay under a random id, which cannot be traced back to the user. Afterwards, \`ledger verify\` can no longer check the
vault shares of the user.

\`user erase\` reads the whole DynamoDB table to find all data of the user. If \`user erase\` fails, run it again. Backups keep
the user's data until the backups expire.`,

  async run(commandContext) {
    const user = await requireUser(commandContext, readPositionalArgument(commandContext, 0));
    const activeInvestmentCount = await countActiveSandboxInvestments(commandContext.table, user.id);
    const activeInvestmentsWarning =
      activeInvestmentCount === 0
        ? ''
        : ` The user has ${activeInvestmentCount} active sandbox investments. If you erase the user, nobody can withdraw from these investments.`;
    await commandContext.confirm(`Erase ${user.id} permanently?${activeInvestmentsWarning}`);
    commandContext.print(await eraseUser(commandContext, user, commandContext.now));
  },
};
