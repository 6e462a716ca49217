import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { UsageError } from '../../../usage-error.ts';
import { type AwsCommand, type AwsCommandContext, CommandError, readTextOption } from '../../command.ts';
import {
  deleteDataResource,
  deleteGatewayKeys,
  deleteStack,
  disableDeletionProtection,
} from '../../stack/delete-resources.ts';
import { readStackState, type StackResource, type StackState } from '../../stack/stack-state.ts';
import { planTeardown, type TeardownPlan } from '../../stack/teardown-rules.ts';

const formatResourceNames = (resources: readonly StackResource[]) =>
  resources.map(({ logicalId, physicalId }) => `${logicalId} (${physicalId})`).join(', ');

/**
 * Asks the operator to confirm. For a failed first deployment, the answer is yes or no.
 * For other stacks, the operator must type the stack's name if the teardown deletes data or removes termination
 * protection.
 */
async function confirmTeardown(
  commandContext: AwsCommandContext,
  { name }: StackState,
  plan: TeardownPlan,
  hasFailedCreation: boolean,
) {
  if (hasFailedCreation)
    return commandContext.confirm(
      `The first deployment of ${name} failed. Delete all resources that it created?`,
    );
  if (plan.data.length > 0)
    return commandContext.confirmByName(
      `Delete the stack ${name} and its API Gateway keys? This also deletes all data: ${formatResourceNames(plan.data)}.`,
      name,
    );
  if (plan.liftsTerminationProtection)
    return commandContext.confirmByName(
      `Delete the stack ${name} and its API Gateway keys? The command first turns off the termination protection of the stack.`,
      name,
    );
  return commandContext.confirm(`Delete the stack ${name} and its API Gateway keys?`);
}

export const teardownCommand: AwsCommand = {
  name: 'teardown',
  worksOn: 'aws',
  summary: 'Delete a stack and its API Gateway keys, but keep the data unless you add --delete-data',
  positionals: [],
  recorded: 'never',
  options: {
    stack: { type: 'string', value: 'NAME', summary: 'name of the stack to delete', required: true },
    'delete-data': {
      type: 'boolean',
      summary: 'also delete the DynamoDB table and the bucket of the dashboard',
    },
    'failed-create': { type: 'boolean', summary: 'delete a stack whose first deployment failed' },
    confirm: {
      type: 'string',
      value: 'NAME',
      summary: 'name of the stack again, as a confirmation; required if there is no terminal',
    },
  },
  notes: `If \`teardown\` deletes data, or if the stack has termination protection, you must first type the name of the stack, even with
--yes. The option --failed-create works only for a stack whose first deployment failed. With this option, \`teardown\` also
deletes the empty table and the empty bucket of the stack. If \`teardown\` fails, run it again.`,
  async run(commandContext) {
    const { values, region } = commandContext;
    const teardownOptions = {
      deleteData: values['delete-data'] === true,
      isFailedCreate: values['failed-create'] === true,
    };
    if (teardownOptions.deleteData && teardownOptions.isFailedCreate)
      throw new UsageError('--delete-data and --failed-create cannot be used together');
    const client = new CloudFormationClient({ region });
    try {
      const stack = await readStackState(client, readTextOption(values, 'stack') ?? '');
      const plan = planTeardown(stack, teardownOptions);
      if ('refusal' in plan) throw new CommandError(plan.refusal);
      await confirmTeardown(commandContext, stack, plan, teardownOptions.isFailedCreate);
      const usagePlans = stack.resources
        .filter(({ type }) => type === 'AWS::ApiGateway::UsagePlan')
        .map(({ physicalId }) => physicalId);
      let keys = await deleteGatewayKeys(region, usagePlans);
      for (const resource of plan.data) await disableDeletionProtection(region, resource);
      commandContext.say(`Deleting ${stack.name}. A stack with a custom domain takes about 20 minutes.`);
      await deleteStack(client, stack);
      // Delete gateway keys again, because a job may have created one while the stack was being deleted.
      keys += await deleteGatewayKeys(region, usagePlans);
      for (const resource of plan.data) await deleteDataResource(region, resource);
      commandContext.print({
        stack: stack.name,
        gateway_keys_deleted: keys,
        deleted_data: plan.data.map(({ physicalId }) => physicalId),
        kept: plan.kept.map(({ type, physicalId }) => `${type}:${physicalId}`),
      });
    } finally {
      client.destroy();
    }
  },
};
