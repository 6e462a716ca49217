import { gatewayPlansSchema } from '../../shared/access/gateway.ts';
import { createGatewayControl } from '../../shared/accounts/gateway/gateway-control.ts';
import { repairGatewayKeys } from '../../shared/accounts/gateway/gateway-repair.ts';
import { config } from '../../shared/platform/config.ts';
import { createDynamoDbClient } from '../../shared/platform/dynamodb/client.ts';
import { createLogger } from '../../shared/platform/log.ts';
import { METRICS, writeMetric } from '../../shared/platform/metrics.ts';

const log = createLogger({ job: 'repair-gateway-keys' });
const table = {
  client: createDynamoDbClient({ requestTimeoutMs: 5_000, maxAttempts: 5 }),
  name: config.TABLE_NAME,
};
const gatewayControl = createGatewayControl({
  region: config.AWS_REGION,
  endpoint: config.GATEWAY_CONTROL_ENDPOINT,
});

/** Creates missing gateway keys, removes unneeded ones, and emits metrics. */
export async function handler(): Promise<void> {
  const deployedPlans = gatewayPlansSchema.parse(
    JSON.parse(config.GATEWAY_PLANS ?? '{"apiId":"","plans":[]}'),
  );
  const now = new Date();
  const repairReport = await repairGatewayKeys({ table, control: gatewayControl }, deployedPlans, now);
  log.info('Gateway keys are compared', { ...repairReport });
  for (const [metric, value] of [
    [METRICS.gatewayKeyBacklog, repairReport.made],
    [METRICS.gatewayKeysWithoutRoom, repairReport.noRoom],
  ] as const) {
    writeMetric(metric, value, table.name, now.getTime());
  }
}
