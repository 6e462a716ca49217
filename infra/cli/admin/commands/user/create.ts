import { addUser } from '../../../../../shared/accounts/users.ts';
import { PLANS } from '../../../../../shared/platform/contract/plans.ts';
import { ROLES } from '../../../../../shared/platform/contract/scopes.ts';
import { type Command, CommandError, parseChoice, readTextOption } from '../../command.ts';
import { formatUser, parseWalletAddress } from '../../users.ts';

export const userCreateCommand: Command = {
  name: 'user create',
  summary: 'Create a user',
  positionals: [],
  recorded: 'by_use_case',
  options: {
    name: { type: 'string', value: 'TEXT', summary: 'name of the user, which only operators see' },
    wallet: { type: 'string', value: 'ADDRESS', summary: 'wallet that the user signs in with' },
    plan: { type: 'string', value: 'PLAN', summary: `${PLANS.join(', ')} (default free)` },
    role: { type: 'string', value: 'ROLE', summary: `${ROLES.join(', ')} (default user)` },
  },
  notes: 'A user without a wallet cannot sign in. Create an API key for this user with `key issue`.',
  async run(commandContext) {
    const { values, now } = commandContext;
    const wallet = readTextOption(values, 'wallet');
    const user = await addUser(
      commandContext,
      {
        name: readTextOption(values, 'name'),
        walletAddress: wallet === undefined ? undefined : parseWalletAddress(wallet),
        plan: parseChoice('--plan', readTextOption(values, 'plan'), PLANS) ?? 'free',
        role: parseChoice('--role', readTextOption(values, 'role'), ROLES) ?? 'user',
      },
      now,
    );
    if (user === undefined)
      throw new CommandError(`The wallet ${wallet} already belongs to a user. See \`user show ${wallet}\``);
    commandContext.print(formatUser(user));
  },
};
