import { Duration, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, type Function as LambdaFunctionResource } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Job } from '../../../shared/service/jobs.ts';
import { nameResource, pascalCase } from '../names.ts';

/** A run that was killed is heard of again after this: above the run's own time, and its leases are over by then. */
const VISIBILITY_SECONDS = 120;
/** Runs that may fail on one message. The sweep rings again for what is left. */
const TRIES = 5;

/** Where failures of jobs end up. */
export function failureQueue(scope: Construct): Queue {
  const failures = new Queue(scope, 'Failures', {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: Duration.days(14),
  });
  nameResource(failures, 'JobFailures');
  Validations.of(failures).acknowledge({
    id: 'AwsSolutions-SQS3',
    reason: 'This is the dead-letter queue: of stream batches, scheduled runs and doorbells.',
  });
  return failures;
}

/** The queue by which jobs ring for accounts that have something for their webhooks. The truth is in the table. */
export class Doorbell extends Construct {
  readonly queue: Queue;

  constructor(scope: Construct, failures: Queue) {
    super(scope, 'Doorbell');
    this.queue = new Queue(this, 'Queue', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      visibilityTimeout: Duration.seconds(VISIBILITY_SECONDS),
      // What is older the sweep has rung for again.
      retentionPeriod: Duration.hours(1),
      deadLetterQueue: { queue: failures, maxReceiveCount: TRIES },
    });
    nameResource(this.queue, 'Doorbell');
  }

  ringStatement(): PolicyStatement {
    return new PolicyStatement({ actions: ['sqs:SendMessage'], resources: [this.queue.queueArn] });
  }

  hearStatement(): PolicyStatement {
    return new PolicyStatement({
      actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
      resources: [this.queue.queueArn],
    });
  }

  /** Lets the bell start a job. */
  wake(
    id: string,
    lambda: LambdaFunctionResource,
    { batchSize, maxConcurrency }: Extract<Job['trigger'], { kind: 'doorbell' }>,
  ): void {
    const mapping = new EventSourceMapping(this, `${id}Bell`, {
      target: lambda,
      eventSourceArn: this.queue.queueArn,
      batchSize,
      maxConcurrency,
      reportBatchItemFailures: true,
    });
    nameResource(mapping, `${pascalCase(id)}Bell`);
  }
}
