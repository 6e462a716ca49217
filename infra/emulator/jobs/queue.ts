import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import * as z from 'zod';
import { LOOPBACK_ADDRESS, listenOnLoopback } from '../process/port.ts';
import { REGION } from '../template/physical.ts';
import type { QueueMapping } from './resources.ts';

/** One message of the queue, with the number of its deliveries so far. */
interface QueueMessage {
  readonly id: string;
  readonly body: string;
  receives: number;
}

export interface LocalQueue {
  /** URL of the queue, for the functions' environment variables. */
  readonly url: string;
  /** Starts to deliver messages to a function, including messages that are already in the queue. */
  setConsumer(queueMapping: QueueMapping, log: QueueLog): void;
  /** Stops delivering messages. */
  abort(): void;
  stop(): Promise<void>;
}

interface QueueConsumer {
  readonly mapping: QueueMapping;
  readonly log: QueueLog;
}

type QueueLog = (message: string, fields: Readonly<Record<string, unknown>>) => void;

const sendBatchSchema = z.object({
  Entries: z
    .array(
      z.object({
        Id: z.string(),
        MessageBody: z.string(),
        DelaySeconds: z.number().min(0).max(900).default(0),
      }),
    )
    .min(1)
    .max(10),
});
const itemFailuresSchema = z.looseObject({
  batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })).nullish(),
});

const md5 = (text: string) => createHash('md5').update(text).digest('hex');

/**
 * A queue in memory. Use it only for messages that can be created again, because they are lost when the server stops.
 */
class MemoryQueue {
  readonly #ready: QueueMessage[] = [];
  readonly #timers = new Set<NodeJS.Timeout>();
  #consumer: QueueConsumer | undefined;
  #running = 0;

  send(body: string, delaySeconds: number): string {
    const id = randomUUID();
    this.#later({ id, body, receives: 0 }, delaySeconds);
    return id;
  }

  setConsumer(queueMapping: QueueMapping, log: QueueLog): void {
    this.#consumer = { mapping: queueMapping, log };
    this.#feed();
  }

  abort(): void {
    this.#consumer = undefined;
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #later(message: QueueMessage, seconds: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#ready.push(message);
      this.#feed();
    }, seconds * 1_000);
    timer.unref();
    this.#timers.add(timer);
  }

  #feed(): void {
    while (this.#consumer !== undefined && this.#ready.length > 0) {
      if (this.#running >= this.#consumer.mapping.maxConcurrency) return;
      this.#running += 1;
      void this.#deliver(this.#ready.splice(0, this.#consumer.mapping.batchSize), this.#consumer).finally(
        () => {
          this.#running -= 1;
          this.#feed();
        },
      );
    }
  }

  async #deliver(batch: readonly QueueMessage[], { mapping, log }: QueueConsumer): Promise<void> {
    for (const message of batch) message.receives += 1;
    const Records = batch.map(({ id, body, receives }) => ({
      messageId: id,
      receiptHandle: id,
      body,
      attributes: { ApproximateReceiveCount: String(receives) },
      messageAttributes: {},
      md5OfBody: md5(body),
      eventSource: 'aws:sqs',
      eventSourceARN: mapping.queueArn,
      awsRegion: REGION,
    }));
    const result = await mapping.function.invoke(JSON.stringify({ Records }));
    const reportedFailures =
      result.kind === 'returned' ? itemFailuresSchema.safeParse(result.value ?? {}) : undefined;
    const failedMessageIds = new Set(
      reportedFailures?.data?.batchItemFailures?.map(({ itemIdentifier }) => itemIdentifier),
    );
    for (const message of batch) {
      if (reportedFailures?.success === true && !failedMessageIds.has(message.id)) continue;
      if (message.receives < mapping.maxReceives) this.#later(message, mapping.visibilitySeconds);
      else log('A message was given up', { function: mapping.function.name, receives: message.receives });
    }
  }
}

async function handleRequest(queue: MemoryQueue, request: IncomingMessage): Promise<object> {
  const operationHeader = request.headers['x-amz-target'];
  if (operationHeader !== 'AmazonSQS.SendMessageBatch')
    throw new Error(`${String(operationHeader)} is not served here`);
  const { Entries } = sendBatchSchema.parse(await json(request));
  const Successful = Entries.map(({ Id, MessageBody, DelaySeconds }) => ({
    Id,
    MessageId: queue.send(MessageBody, DelaySeconds),
    MD5OfMessageBody: md5(MessageBody),
  }));
  return { Successful, Failed: [] };
}

/** Serves one queue on a free loopback port. Supports only SendMessageBatch. */
export async function startQueue(): Promise<LocalQueue> {
  const queue = new MemoryQueue();
  const server = createServer((request, response) => {
    const type = { 'content-type': 'application/x-amz-json-1.0' };
    handleRequest(queue, request).then(
      (body) => response.writeHead(200, type).end(JSON.stringify(body)),
      (error: unknown) => {
        const body = { __type: 'com.amazonaws.sqs#InvalidParameterValueException', message: String(error) };
        response.writeHead(400, type).end(JSON.stringify(body));
      },
    );
  });
  const port = await listenOnLoopback(server);
  return {
    url: `http://${LOOPBACK_ADDRESS}:${port}/queue`,
    setConsumer: (queueMapping, log) => queue.setConsumer(queueMapping, log),
    abort: () => queue.abort(),
    stop: () => {
      queue.abort();
      return new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      });
    },
  };
}
