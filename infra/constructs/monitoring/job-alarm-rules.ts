import { TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { CANARY_JOB, INGEST_JOB_ID } from '../../../shared/service/jobs.ts';
import { toPascalCase } from '../names.ts';
import { createStreamLagMetric } from './metrics.ts';
import type { MonitoredResources, Rule } from './rule.ts';

const STREAM_LAG_MAX_MS = 15 * 60_000;
/** Number of consecutive ingestion runs that may fail before the catalog is considered stale. */
const MISSED_RUNS_MAX = 3;

/** Returns the alarm rules for jobs that fall behind or stop running. */
export function buildJobRules({ metrics, jobs, jobResources }: MonitoredResources): Record<string, Rule> {
  const rules: Record<string, Rule> = {};
  for (const { id, trigger } of jobs) {
    const lambda = jobResources.lambdas.get(id);
    if (trigger.kind === 'stream' && lambda !== undefined) {
      rules[`${toPascalCase(id)}Lag`] = {
        metric: createStreamLagMetric(lambda),
        description: `The stream consumer ${id} is more than 15 minutes behind.`,
        above: STREAM_LAG_MAX_MS,
      };
    }
    if (trigger.kind === 'schedule' && id === CANARY_JOB) {
      rules.Canary = {
        metric: metrics.canaryFailures,
        description: 'A user could not sign in and list strategies, twice in a row, or nobody has tried.',
        above: 0,
        periods: 2,
        whenMissing: TreatMissingData.BREACHING,
      };
    }
    if (trigger.kind === 'schedule' && id === INGEST_JOB_ID) {
      rules.CatalogAge = {
        metric: metrics.catalogAge,
        description: `The catalog is older than ${MISSED_RUNS_MAX} runs of the ingestion.`,
        above: MISSED_RUNS_MAX * trigger.everyMinutes * 60,
        // Missing values trigger the alarm, because they mean that the ingestion did not run.
        periods: Math.max(1, Math.ceil(trigger.everyMinutes / 5)),
        whenMissing: TreatMissingData.BREACHING,
      };
    }
  }
  return rules;
}
