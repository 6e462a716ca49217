import { Dashboard, GraphWidget, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { nameResource } from '../names.ts';
import type { PlatformMetrics } from './metrics.ts';

const DASHBOARD_COLUMN_COUNT = 24;

function row(metricsByGraphTitle: Readonly<Record<string, readonly IMetric[]>>): GraphWidget[] {
  const entries = Object.entries(metricsByGraphTitle);
  const widgetWidth = Math.floor(DASHBOARD_COLUMN_COUNT / entries.length);
  return entries.map(
    ([title, leftAxisMetrics]) =>
      new GraphWidget({ title, left: [...leftAxisMetrics], width: widgetWidth, height: 6 }),
  );
}

export class PlatformDashboard extends Construct {
  constructor(scope: Construct, id: string, metrics: PlatformMetrics) {
    super(scope, id);
    const dashboard = new Dashboard(this, 'Dashboard', {
      widgets: [
        row({
          Requests: [
            metrics.requests,
            metrics.clientErrors,
            metrics.serverErrors,
            metrics.failedTransactions,
          ],
          'Latency (ms)': [metrics.latencyP50, metrics.latencyP99],
        }),
        row({
          'Table capacity': [metrics.readUnits, metrics.writeUnits],
          Throttles: [
            metrics.tableThrottles,
            metrics.lambdaThrottles,
            ...metrics.jobThrottles,
            metrics.conflicts,
          ],
          'Lambda concurrency': [metrics.lambdaConcurrency],
        }),
        row({
          'Failed jobs': [metrics.failedJobs],
          'Catalog age (s)': [metrics.catalogAge],
          'Quarantined rows': [metrics.quarantinedRows],
        }),
        row({
          'Webhooks behind (s)': [metrics.webhookLag],
          'Failing webhook endpoints': [metrics.failingWebhooks],
        }),
      ],
    });
    nameResource(dashboard, 'Dashboard');
  }
}
