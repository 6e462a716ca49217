import { Duration, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, type Function as LambdaFunctionResource } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Job } from '../../../shared/service/jobs.ts';
import { nameResource, toPascalCase } from '../names.ts';

/**
 * Time in seconds after which SQS delivers a message again if no run has deleted it. It is longer than a run, so the
 * webhook leases of a killed run have expired by then.
 */
const VISIBILITY_TIMEOUT_SECONDS = 120;
/**
 * Number of times that SQS delivers a message before it moves the message to the failure queue. No event is lost,
 * because the sweep job sends new messages.
 */
const RECEIVE_COUNT_MAX = 5;

/** Creates the SQS queue that receives failed scheduled runs, stream batches and queue messages. */
export function createFailureQueue(scope: Construct): Queue {
  const failureQueue = new Queue(scope, 'Failures', {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });
  nameResource(failureQueue, 'JobFailures');
  Validations.of(failureQueue).acknowledge({
    id: 'AwsSolutions-SQS3',
    reason: 'This is the dead-letter queue: of stream batches, scheduled runs and queue messages.',
  });
  return failureQueue;
}

/**
 * SQS queue of messages that start the delivery worker. A message names only the account, because the worker reads the
 * webhook events from the table.
 */
export class DeliveryQueue extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, jobFailureQueue: Queue) {
    super(scope, 'DeliveryQueue');
    this.queue = new Queue(this, 'Queue', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      visibilityTimeout: Duration.seconds(VISIBILITY_TIMEOUT_SECONDS),
      // Older messages are not needed, because the sweep job sends new ones for all accounts with due events.
      retentionPeriod: Duration.hours(1),
      deadLetterQueue: { queue: jobFailureQueue, maxReceiveCount: RECEIVE_COUNT_MAX },
    });
    nameResource(this.queue, 'DeliveryQueue');
  }

  sendStatement(): PolicyStatement {
    return new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [this.queue.queueArn] });
  }

  receiveStatement(): PolicyStatement {
    return new PolicyStatement({
      actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
      resources: [this.queue.queueArn],
    });
  }

  /** Makes the Lambda function of a job consume the queue in batches. */
  addConsumer(
    id: string,
    lambda: LambdaFunctionResource,
    { batchSize, maxConcurrency }: Extract<Job['trigger'], { kind: 'queue' }>,
  ): void {
    const eventSourceMapping = new EventSourceMapping(this, `${id}Messages`, {
      target: lambda,
      eventSourceArn: this.queue.queueArn,
      batchSize,
      maxConcurrency,
      reportBatchItemFailures: true,
    });
    nameResource(eventSourceMapping, `${toPascalCase(id)}Messages`);
  }
}
