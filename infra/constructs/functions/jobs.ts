import { Aws, Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  EventInvokeConfig,
  EventSourceMapping,
  FilterCriteria,
  type Function as LambdaFunctionResource,
  StartingPosition,
} from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { GATEWAY_PLANS_SETTING } from '../../../shared/access/gateway.ts';
import { ITEMS, partitionPrefixOf, TABLE } from '../../../shared/platform/dynamodb/table.ts';
import type { Job } from '../../../shared/service/jobs.ts';
import { UsagePlans } from '../api/usage-plans.ts';
import { nameResource, toPascalCase } from '../names.ts';
import { createFailureQueue, DeliveryQueue } from './delivery-queue.ts';
import type { FunctionFactory } from './functions.ts';
import { buildScanStatement } from './grants.ts';

const QUEUE_URL_VARIABLE = 'DELIVERY_QUEUE_URL';
/**
 * Number of retries of a failed scheduled run. One retry is enough, because the next scheduled run does the
 * same work.
 */
const SCHEDULE_RETRIES = 1;
/**
 * Stack statuses after which the post-deployment jobs run. A completed rollback is included, because it deploys the
 * functions of the previous release.
 */
const DEPLOYED_STATUSES = ['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_ROLLBACK_COMPLETE'];
/** Maximum retries of a stream batch. After a batch is split, each half has its own retries. */
const STREAM_RETRIES = 10;
/**
 * Maximum age in hours of a stream record that is retried. It is less than the 24 hours for which the stream keeps
 * records.
 */
const STREAM_MAX_AGE_HOURS = 12;

export interface JobsProps {
  readonly jobs: readonly Job[];
  readonly functions: FunctionFactory;
  readonly usagePlans: UsagePlans;
  /** The stage's base URL, which the canary calls. */
  readonly baseUrl: string;
}

/**
 * All jobs: Lambda functions that a schedule, the table's stream or a queue invokes. Also creates these
 * triggers and the queue for failed runs.
 */
export class Jobs extends Construct {
  readonly failures: Queue;
  /** Queue of the delivery worker; undefined when no job consumes the queue. */
  readonly deliveryQueue: DeliveryQueue | undefined;
  readonly lambdas = new Map<string, LambdaFunctionResource>();

  constructor(scope: Construct, id: string, props: JobsProps) {
    super(scope, id);
    this.failures = createFailureQueue(this);
    const hasQueueJob = props.jobs.some(({ trigger }) => trigger.kind === 'queue');
    this.deliveryQueue = hasQueueJob ? new DeliveryQueue(this, this.failures) : undefined;
    for (const job of props.jobs) this.#add(job, props);
  }

  #add(job: Job, { functions, usagePlans, baseUrl }: JobsProps): void {
    const { lambda, role } = functions.make(this, {
      id: job.id,
      description: job.summary,
      access: job.table,
      writes: job.writes,
      reserved: 'job',
      memoryMb: job.memoryMb,
      timeoutSeconds: job.timeoutSeconds,
      settings: [...(job.settings ?? []), ...(job.sendsMessages === true ? [QUEUE_URL_VARIABLE] : [])],
      provided: {
        [GATEWAY_PLANS_SETTING]: usagePlans.plansJson,
        CANARY_BASE_URL: baseUrl,
        ...(this.deliveryQueue && { [QUEUE_URL_VARIABLE]: this.deliveryQueue.queue.queueUrl }),
      },
      statements: [
        new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [this.failures.queueArn] }),
        ...(job.permissions === 'gateway-keys' ? usagePlans.controlPlaneStatements() : []),
        ...(job.permissions === 'scan' ? [buildScanStatement(functions.table)] : []),
        ...(job.trigger.kind === 'stream' ? [buildStreamStatement(functions)] : []),
        ...(this.deliveryQueue && job.trigger.kind === 'queue'
          ? [this.deliveryQueue.receiveStatement()]
          : []),
        ...(this.deliveryQueue && job.sendsMessages === true ? [this.deliveryQueue.sendStatement()] : []),
      ],
    });
    if (job.permissions === 'gateway-keys') UsagePlans.acknowledgeControlPlane(role);
    this.lambdas.set(job.id, lambda);
    if (job.trigger.kind === 'schedule') this.#schedule(job.id, lambda, job.trigger);
    else if (job.trigger.kind === 'stream') this.#stream(job.id, lambda, functions, job.trigger);
    else {
      const maxConcurrency = functions.jobConcurrency(job.trigger.maxConcurrency);
      this.deliveryQueue?.addConsumer(job.id, lambda, { ...job.trigger, maxConcurrency });
    }
  }

  #schedule(
    id: string,
    lambda: LambdaFunctionResource,
    { everyMinutes, onDeployment }: Extract<Job['trigger'], { kind: 'schedule' }>,
  ): void {
    const rule = new Rule(this, `${toPascalCase(id)}Schedule`, {
      schedule: Schedule.rate(Duration.minutes(everyMinutes)),
      targets: [new LambdaFunction(lambda)],
    });
    new EventInvokeConfig(this, `${id}Retries`, {
      function: lambda,
      retryAttempts: SCHEDULE_RETRIES,
      onFailure: new SqsDestination(this.failures),
    });
    nameResource(rule, `${toPascalCase(id)}Schedule`);
    if (onDeployment !== true) return;
    // Run the job after the deployment, because a job that fails during the deployment would roll it back.
    const deploymentRule = new Rule(this, `${toPascalCase(id)}OnDeployment`, {
      eventPattern: {
        source: ['aws.cloudformation'],
        detailType: ['CloudFormation Stack Status Change'],
        detail: { 'stack-id': [Aws.STACK_ID], 'status-details': { status: DEPLOYED_STATUSES } },
      },
      targets: [new LambdaFunction(lambda)],
    });
    nameResource(deploymentRule, `${toPascalCase(id)}OnDeployment`);
  }

  #stream(
    id: string,
    lambda: LambdaFunctionResource,
    { table: { table } }: FunctionFactory,
    trigger: Extract<Job['trigger'], { kind: 'stream' }>,
  ): void {
    const streamMapping = new EventSourceMapping(this, `${id}Stream`, {
      target: lambda,
      ...(table.tableStreamArn === undefined ? {} : { eventSourceArn: table.tableStreamArn }),
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: trigger.batchSize,
      bisectBatchOnError: true,
      reportBatchItemFailures: true,
      retryAttempts: STREAM_RETRIES,
      maxRecordAge: Duration.hours(STREAM_MAX_AGE_HOURS),
      onFailure: new SqsDlq(this.failures),
      ...buildStreamFilters(trigger),
    });
    nameResource(streamMapping, `${toPascalCase(id)}Stream`);
  }
}

/**
 * Returns the event filters of a stream consumer. Records that do not match them do not invoke the function
 * and cost nothing.
 */
function buildStreamFilters({ keyPrefixes = [], items = [] }: Extract<Job['trigger'], { kind: 'stream' }>) {
  if (keyPrefixes.length === 0) return {};
  const prefixPatternOf = (prefixes: readonly string[]) => ({ S: prefixes.map((prefix) => ({ prefix })) });
  const itemPatterns = items.map((name) => ({
    [TABLE.partitionKey]: prefixPatternOf([partitionPrefixOf(ITEMS[name])]),
    [TABLE.sortKey]: { S: [ITEMS[name].template.sk] },
  }));
  const keyPatterns = [{ [TABLE.partitionKey]: prefixPatternOf(keyPrefixes) }, ...itemPatterns];
  return { filters: keyPatterns.map((Keys) => FilterCriteria.filter({ dynamodb: { Keys } })) };
}

function buildStreamStatement({ table: { table } }: FunctionFactory): PolicyStatement {
  if (table.tableStreamArn === undefined) throw new Error('The table has no stream');
  return new PolicyStatement({
    actions: [
      'dynamodb:DescribeStream',
      'dynamodb:GetRecords',
      'dynamodb:GetShardIterator',
      'dynamodb:ListStreams',
    ],
    resources: [table.tableStreamArn],
  });
}
