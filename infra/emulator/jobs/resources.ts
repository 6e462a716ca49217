import * as z from 'zod';
import type { LocalFunction } from '../lambda/function.ts';
import type { LocalFunctions } from '../lambda/functions.ts';
import { ACCOUNT_ID, REGION, STREAM_SUFFIX } from '../template/physical.ts';
import { type ResolvedResource, resourcesOfType } from '../template/stacks.ts';

const enabledStateSchema = z
  .enum(['ENABLED', 'DISABLED', 'ENABLED_WITH_ALL_CLOUDTRAIL_MANAGEMENT_EVENTS'])
  .default('ENABLED');

const eventRuleSchema = z.looseObject({
  ScheduleExpression: z.string().optional(),
  State: enabledStateSchema,
  Targets: z.array(z.looseObject({ Arn: z.string(), Input: z.string().optional() })).default([]),
});

const scheduleSchema = z.looseObject({
  ScheduleExpression: z.string(),
  State: enabledStateSchema,
  Target: z.looseObject({ Arn: z.string(), Input: z.string().optional() }),
});

export interface ScheduledJob {
  expression: string;
  function: LocalFunction;
  /** Returns the event of an invocation at the time `now`, as JSON text. */
  event: (now: Date) => string;
}

function buildScheduledEvent(ruleArn: string, now: Date): string {
  return JSON.stringify({
    version: '0',
    id: crypto.randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account: ACCOUNT_ID,
    time: `${now.toISOString().slice(0, 19)}Z`,
    region: REGION,
    resources: [ruleArn],
    detail: {},
  });
}

const isFunctionArn = (arn: string) => arn.startsWith('arn:aws:lambda:');

/** Reads the schedules that invoke functions, from EventBridge rules and EventBridge Scheduler. */
export function readSchedules(
  resources: readonly ResolvedResource[],
  localFunctions: LocalFunctions,
): ScheduledJob[] {
  const jobs: ScheduledJob[] = [];
  const add = (
    arn: string,
    scheduleExpression: string,
    target: { Arn: string; Input?: string | undefined },
  ) => {
    if (!isFunctionArn(target.Arn)) return;
    const { Input } = target;
    const event = (now: Date) => Input ?? buildScheduledEvent(arn, now);
    jobs.push({ expression: scheduleExpression, function: localFunctions.byArn(target.Arn), event });
  };
  for (const { arn, properties } of resourcesOfType(resources, 'AWS::Events::Rule', eventRuleSchema)) {
    if (properties.ScheduleExpression === undefined || properties.State === 'DISABLED') continue;
    for (const target of properties.Targets) add(arn, properties.ScheduleExpression, target);
  }
  for (const { arn, properties } of resourcesOfType(resources, 'AWS::Scheduler::Schedule', scheduleSchema)) {
    if (properties.State !== 'DISABLED') add(arn, properties.ScheduleExpression, properties.Target);
  }
  return jobs;
}

const sourceMappingSchema = z.looseObject({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  Enabled: z.boolean().default(true),
  StartingPosition: z.enum(['TRIM_HORIZON', 'LATEST']).default('LATEST'),
  BatchSize: z.coerce.number().default(100),
  BisectBatchOnFunctionError: z.boolean().default(false),
  MaximumRetryAttempts: z.coerce.number().default(-1),
  MaximumRecordAgeInSeconds: z.coerce.number().default(-1),
  FunctionResponseTypes: z.array(z.string()).default([]),
  ScalingConfig: z.object({ MaximumConcurrency: z.coerce.number() }).optional(),
  FilterCriteria: z
    .object({ Filters: z.array(z.object({ Pattern: z.string() })).default([]) })
    .default({ Filters: [] }),
});

/** A function that consumes a table's stream, with the settings of its event source mapping. */
export interface StreamMapping {
  /** Logical id of the event source mapping. It identifies the mapping in logs and checkpoints. */
  id: string;
  tableName: string;
  function: LocalFunction;
  startingPosition: 'TRIM_HORIZON' | 'LATEST';
  batchSize: number;
  bisect: boolean;
  /** Maximum number of repeated deliveries after the first delivery fails; -1 repeats until the records expire. */
  retries: number;
  /** Maximum age of a record in seconds; -1 for no limit. */
  maximumRecordAgeSeconds: number;
  reportsItemFailures: boolean;
  patterns: readonly string[];
}

function findFunction(nameOrArn: string, localFunctions: LocalFunctions): LocalFunction {
  const arn = nameOrArn.startsWith('arn:')
    ? nameOrArn
    : `arn:aws:lambda:${REGION}:${ACCOUNT_ID}:function:${nameOrArn}`;
  return localFunctions.byArn(arn);
}

export function readStreamMappings(
  resources: readonly ResolvedResource[],
  localFunctions: LocalFunctions,
): StreamMapping[] {
  return resourcesOfType(resources, 'AWS::Lambda::EventSourceMapping', sourceMappingSchema)
    .filter(({ properties }) => properties.Enabled && properties.EventSourceArn.endsWith(STREAM_SUFFIX))
    .map(({ logicalId, properties: own }) => ({
      id: logicalId,
      tableName: own.EventSourceArn.slice(0, -STREAM_SUFFIX.length).split('/')[1] ?? '',
      function: findFunction(own.FunctionName, localFunctions),
      startingPosition: own.StartingPosition,
      batchSize: own.BatchSize,
      bisect: own.BisectBatchOnFunctionError,
      retries: own.MaximumRetryAttempts,
      maximumRecordAgeSeconds: own.MaximumRecordAgeInSeconds,
      reportsItemFailures: own.FunctionResponseTypes.includes('ReportBatchItemFailures'),
      patterns: own.FilterCriteria.Filters.map(({ Pattern }) => Pattern),
    }));
}

const queuePropertiesSchema = z.looseObject({
  VisibilityTimeout: z.coerce.number().default(30),
  RedrivePolicy: z.object({ maxReceiveCount: z.coerce.number() }).optional(),
});

/** A function that consumes a queue, with the settings of its event source mapping. */
export interface QueueMapping {
  queueArn: string;
  function: LocalFunction;
  batchSize: number;
  /** Maximum number of concurrent invocations. */
  maxConcurrency: number;
  /**
   * After a failed invocation, a message is delivered again after `visibilitySeconds`. After `maxReceives`
   * deliveries it is discarded.
   */
  visibilitySeconds: number;
  maxReceives: number;
}

export function readQueueMappings(
  resources: readonly ResolvedResource[],
  localFunctions: LocalFunctions,
): QueueMapping[] {
  const queues = resourcesOfType(resources, 'AWS::SQS::Queue', queuePropertiesSchema);
  return resourcesOfType(resources, 'AWS::Lambda::EventSourceMapping', sourceMappingSchema).flatMap(
    ({ properties: own }) => {
      const queue = queues.find(({ arn }) => arn === own.EventSourceArn);
      if (queue === undefined || !own.Enabled) return [];
      return {
        queueArn: queue.arn,
        function: findFunction(own.FunctionName, localFunctions),
        batchSize: own.BatchSize,
        maxConcurrency: own.ScalingConfig?.MaximumConcurrency ?? Number.POSITIVE_INFINITY,
        visibilitySeconds: queue.properties.VisibilityTimeout,
        maxReceives: queue.properties.RedrivePolicy?.maxReceiveCount ?? Number.POSITIVE_INFINITY,
      };
    },
  );
}
