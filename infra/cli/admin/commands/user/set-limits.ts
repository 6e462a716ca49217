import { updateUser } from '../../../../../shared/accounts/users.ts';
import { CUSTOM_LIMITS_MAX } from '../../../../../shared/platform/contract/plans.ts';
import { UsageError } from '../../../usage-error.ts';
import {
  type Command,
  CommandError,
  parseWholeNumber,
  readPositionalArgument,
  USER_PLACEHOLDER,
} from '../../command.ts';
import { formatUser, requireUser } from '../../users.ts';

export const userSetLimitsCommand: Command = {
  name: 'user set-limits',
  summary: 'Set a custom rate limit and burst for an Enterprise account',
  positionals: [USER_PLACEHOLDER],
  recorded: 'by_use_case',
  options: {
    'requests-per-minute': {
      type: 'string',
      value: 'N',
      summary: `rate limit: number of requests per minute; the maximum is ${CUSTOM_LIMITS_MAX.requestsPerMinute}`,
    },
    burst: {
      type: 'string',
      value: 'N',
      summary: `burst: number of requests that may arrive at once; the maximum is ${CUSTOM_LIMITS_MAX.burst}`,
    },
    'plan-default': {
      type: 'boolean',
      summary: 'remove the custom limits, so that the limits of the plan apply again',
    },
  },
  notes: `The service applies the new limits at once. In addition, API Gateway limits each account. For this, it uses a usage plan. The
limits of the usage plan are higher than the limits of the service. \`user set-limits\` gives the account the smallest usage
plan that allows the new limits. If no usage plan allows the new limits, only the service limits the account. To create a usage
plan for the new limits, add the limits to the setting \`enterprise\` of the stage file, and deploy.`,

  async run(commandContext) {
    const { values } = commandContext;
    const parseLimit = (name: string, max: number) => parseWholeNumber(values, name, { min: 1, max });
    const requestsPerMinute = parseLimit('requests-per-minute', CUSTOM_LIMITS_MAX.requestsPerMinute);
    const burst = parseLimit('burst', CUSTOM_LIMITS_MAX.burst);
    const isPlanDefaultRequested = values['plan-default'] === true;
    const hasBothLimits = requestsPerMinute !== undefined && burst !== undefined;
    if (
      isPlanDefaultRequested === (requestsPerMinute !== undefined || burst !== undefined) ||
      (!isPlanDefaultRequested && !hasBothLimits)
    ) {
      throw new UsageError('Give both --requests-per-minute and --burst, or only --plan-default');
    }
    const { id, plan } = await requireUser(commandContext, readPositionalArgument(commandContext, 0));
    if (plan !== 'enterprise')
      throw new CommandError(
        `Custom limits require the Enterprise plan, but ${id} is on the ${plan} plan. Run \`user set-plan ${id} enterprise\` first`,
      );
    const customLimits = hasBothLimits && !isPlanDefaultRequested ? { requestsPerMinute, burst } : null;
    const user = await updateUser(commandContext, id, { limits: customLimits }, commandContext.now);
    if (user !== undefined) commandContext.print(formatUser(user));
  },
};
