import { updateUser } from '../../../../../shared/accounts/users.ts';
import { PLANS } from '../../../../../shared/platform/contract/plans.ts';
import { type Command, parseChoice, readPositionalArgument, USER_PLACEHOLDER } from '../../command.ts';
import { formatUser, requireUser } from '../../users.ts';

export const userSetPlanCommand: Command = {
  name: 'user set-plan',
  summary: "Change a user's plan",
  positionals: [USER_PLACEHOLDER, 'PLAN'],
  recorded: 'by_use_case',
  options: {},
  notes: `PLAN is one of ${PLANS.join(', ')}. The new limits apply at once to all keys and sessions of the user. If the user has more
API keys than the new plan allows, all keys stay valid, but the user cannot create more.`,
  async run(commandContext) {
    const plan = parseChoice('PLAN', readPositionalArgument(commandContext, 1), PLANS);
    const { id } = await requireUser(commandContext, readPositionalArgument(commandContext, 0));
    const user = await updateUser(commandContext, id, { plan }, commandContext.now);
    if (user !== undefined) commandContext.print(formatUser(user));
  },
};
