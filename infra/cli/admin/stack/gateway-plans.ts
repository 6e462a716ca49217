import { GetFunctionConfigurationCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { type GatewayPlans, gatewayPlansSchema, PLANS_SETTING } from '../../../../shared/access/gateway.ts';
import { CommandError } from '../command.ts';
import { findPhysicalId } from '../stack-resource.ts';

const JOB = 'AccountsRepairGatewayKeysFunction';

/**
 * Reads the API and usage plans of a deployed stack from the environment variables of its repair job. They
 * are not read from the table. After a restore, for example, the table may name an older API until the repair
 * job has run.
 *
 * @throws CommandError when the function has no such setting
 */
export async function readGatewayPlans(stack: string, region: string): Promise<GatewayPlans> {
  const FunctionName = await findPhysicalId(stack, JOB, region);
  const client = new LambdaClient({ region });
  try {
    const { Environment } = await client.send(new GetFunctionConfigurationCommand({ FunctionName }));
    const setting = Environment?.Variables?.[PLANS_SETTING];
    if (setting === undefined)
      throw new CommandError(
        `The function ${FunctionName} has no environment variable ${PLANS_SETTING}, which contains the ids of the API and its usage plans. Deploy the stack again, then run the command again.`,
      );
    return gatewayPlansSchema.parse(JSON.parse(setting));
  } finally {
    client.destroy();
  }
}
