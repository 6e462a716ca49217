import { GetFunctionConfigurationCommand, LambdaClient } from '@aws-sdk/client-lambda';
import {
  GATEWAY_PLANS_SETTING,
  type GatewayPlans,
  gatewayPlansSchema,
} from '../../../../shared/access/gateway.ts';
import { CommandError } from '../command.ts';
import { findPhysicalId } from '../stack-resource.ts';

const JOB = 'AccountsRepairGatewayKeysFunction';

/**
 * Returns the API's id and usage plans from the environment of the job that repairs gateway keys. Does not use the
 * table, because a restored table may contain the id of an older API.
 * @throws CommandError when the job has no such environment variable
 */
export async function readGatewayPlans(stackName: string, region: string): Promise<GatewayPlans> {
  const FunctionName = await findPhysicalId(stackName, JOB, region);
  const client = new LambdaClient({ region });
  try {
    const { Environment } = await client.send(new GetFunctionConfigurationCommand({ FunctionName }));
    const gatewayPlansText = Environment?.Variables?.[GATEWAY_PLANS_SETTING];
    if (gatewayPlansText === undefined)
      throw new CommandError(
        `The function ${FunctionName} has no environment variable ${GATEWAY_PLANS_SETTING}, which contains the ids of the API and its usage plans. Deploy the stack again, then run the command again.`,
      );
    return gatewayPlansSchema.parse(JSON.parse(gatewayPlansText));
  } finally {
    client.destroy();
  }
}
