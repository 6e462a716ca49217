import type { IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Job } from '../../../shared/service/jobs.ts';
import type { Jobs } from '../functions/jobs.ts';
import type { PlatformMetrics } from './metrics.ts';

/** When an alarm fires. */
export interface Rule {
  readonly metric: IMetric;
  readonly description: string;
  /** The alarm fires when the metric is above this. */
  readonly above: number;
  /** Five-minute periods in a row. */
  readonly periods?: number;
  readonly whenMissing?: TreatMissingData;
}

/** What alarms watch. */
export interface Watched {
  readonly metrics: PlatformMetrics;
  readonly jobs: readonly Job[];
  readonly jobResources: Jobs;
  /** Concurrent executions that the account allows. */
  readonly concurrencyQuota: number;
}
