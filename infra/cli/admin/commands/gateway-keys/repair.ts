import { listCurrentPlans } from '../../../../../shared/access/credentials.ts';
import type { GatewayPlans } from '../../../../../shared/access/gateway.ts';
import { createGatewayControl } from '../../../../../shared/accounts/gateway/gateway-control.ts';
import { repairGatewayKeys } from '../../../../../shared/accounts/gateway/gateway-repair.ts';
import { type Command, CommandError, readTextOption, type TableCommandContext } from '../../command.ts';
import { readGatewayPlans } from '../../stack/gateway-plans.ts';

/**
 * Returns an API's id in API Gateway and its usage plans. They come from the stack that --stack names, or else from the
 * table.
 */
async function findGatewayPlans({ table, values }: TableCommandContext): Promise<GatewayPlans> {
  const [api, stackName] = [readTextOption(values, 'api'), readTextOption(values, 'stack')];
  if (stackName !== undefined && api === undefined) {
    return readGatewayPlans(stackName, await table.client.config.region());
  }
  const storedPlans = await listCurrentPlans(table);
  const matchingPlans = storedPlans.filter(({ apiId }) => api === undefined || apiId === api);
  const [deployedPlans] = matchingPlans;
  if (deployedPlans !== undefined && matchingPlans.length === 1) return deployedPlans;
  if (storedPlans.length === 0)
    throw new CommandError(
      'The command cannot find the API in API Gateway, because no deployed stack has used this table yet. Choose a stack with --stack NAME.',
    );
  const ids = storedPlans.map(({ apiId }) => apiId).join(', ');
  throw new CommandError(
    api === undefined
      ? `Several APIs have used this table: ${ids}. Choose one with --api ID.`
      : `The API ${api} has not used this table. These APIs have used it: ${ids}. Choose one with --api ID.`,
  );
}

export const gatewayKeysRepairCommand: Command = {
  name: 'gateway-keys repair',
  summary: 'Compare the API Gateway keys with the accounts, and correct the differences',
  positionals: [],
  recorded: 'by_command',
  options: {
    api: {
      type: 'string',
      value: 'ID',
      summary:
        'id of the API in API Gateway; required if more than one API has used the DynamoDB table and you do not give --stack',
      recorded: true,
    },
    control: {
      type: 'string',
      value: 'URL',
      summary: 'address of an emulator to use in place of API Gateway (default: AWS)',
    },
  },
  notes: `The service creates a key in API Gateway for each account with credentials, so that API Gateway applies the limits of the
account's plan. \`gateway-keys repair\` compares these keys with the accounts and corrects the differences. A scheduled job does
the same every hour. The service can run during the command. When the AWS account has reached its quota of API Gateway keys,
all user accounts without their own key share one key.

\`gateway-keys repair\` also stores the ids of the API and of its usage plans in the DynamoDB table.`,
  async run(commandContext) {
    const { table, now } = commandContext;
    const controlPlaneEndpoint = readTextOption(commandContext.values, 'control');
    if (commandContext.environment === 'test' && controlPlaneEndpoint === undefined) {
      throw new CommandError(
        'A local server has no API Gateway. Name a deployed stack with --stack NAME, or an emulator with --control URL.',
      );
    }
    const deployedPlans = await findGatewayPlans(commandContext);
    const region = await table.client.config.region();
    const gatewayControl = createGatewayControl({ region, endpoint: controlPlaneEndpoint });
    commandContext.print(await repairGatewayKeys({ table, control: gatewayControl }, deployedPlans, now));
  },
};
