import type { IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { Job } from '../../../shared/service/jobs.ts';
import type { Jobs } from '../functions/jobs.ts';
import type { PlatformMetrics } from './metrics.ts';

export interface Rule {
  readonly metric: IMetric;
  readonly description: string;
  /** Threshold: the alarm fires when the metric is above this value. */
  readonly above: number;
  /** Number of consecutive five-minute periods above the threshold. */
  readonly periods?: number;
  readonly whenMissing?: TreatMissingData;
}

export interface MonitoredResources {
  readonly metrics: PlatformMetrics;
  readonly jobs: readonly Job[];
  readonly jobResources: Jobs;
  readonly concurrencyQuota: number;
}
