import { config } from '../../shared/platform/config.ts';
import { createLogger, describeError } from '../../shared/platform/log.ts';
import { METRICS, writeMetric } from '../../shared/platform/metrics.ts';
import { signInAndListStrategies } from '../../shared/service/canary.ts';

const log = createLogger({ job: 'canary' });

/** Sends requests as a user would, and emits a metric that shows whether they succeeded. */
export async function handler(): Promise<void> {
  const { CANARY_BASE_URL: baseUrl, TABLE_NAME: tableName } = config;
  if (config.DEPLOYMENT === 'local' || baseUrl === undefined) return;
  const failureCount = await signInAndListStrategies(baseUrl, tableName).then(
    ({ strategies }) => {
      log.info('Signed in and listed', { strategies });
      return 0;
    },
    (error: unknown) => {
      log.error('A user could not sign in and list', describeError(error));
      return 1;
    },
  );
  writeMetric(METRICS.canaryFailures, failureCount, tableName, Date.now());
}
