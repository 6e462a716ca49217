import { join } from 'node:path';
import type { DatabaseEngine } from '../dynamodb/engine.ts';
import { trimStream } from '../dynamodb/stream-records.ts';
import type { LocalFunctions } from '../lambda/functions.ts';
import type { LocalLog } from '../log.ts';
import type { ResolvedResource } from '../template/stacks.ts';
import { Checkpoints } from './checkpoints.ts';
import { findProcessedPositions, StreamConsumer } from './consumer.ts';
import type { LocalQueue } from './queue.ts';
import { readQueueMappings, readSchedules, readStreamMappings } from './resources.ts';
import { type StoppableTimer, startSchedule } from './schedule.ts';
import { StreamClient } from './stream-client.ts';

export interface JobsOptions {
  resources: readonly ResolvedResource[];
  functions: LocalFunctions;
  engine: DatabaseEngine;
  queue: LocalQueue;
  log: LocalLog;
  /** Folder that stores how far each stream consumer has read; undefined if this may be lost when the server stops. */
  dataDirectory: string | undefined;
}

export interface Jobs {
  /** Stops schedules and consumers, so that they start no new work. */
  abort(): void;
  /** Waits until all running work has ended, then stores how far each stream consumer has read. */
  stop(): Promise<void>;
}

const TRIM_INTERVAL_MS = 5000;

/** Starts the schedules. A scheduled run is skipped while the previous run is still active. */
function startTimers({ resources, functions, log }: JobsOptions): StoppableTimer[] {
  return readSchedules(resources, functions).map((job) => {
    let isRunning = false;
    return startSchedule(job.expression, () => {
      if (isRunning) return;
      isRunning = true;
      void job.function.invoke(job.event(new Date())).then((result) => {
        isRunning = false;
        if (result.kind === 'returned') return;
        log('A scheduled run failed', { function: job.function.name, error: result.message });
      });
    });
  });
}

/** Periodically deletes the stream records that every consumer of a table has processed. */
function startTrimming({ engine }: JobsOptions, consumers: readonly StreamConsumer[]): StoppableTimer {
  const { file } = engine;
  if (file === undefined) return { stop: () => {} };
  const trim = () => {
    for (const [tableName, endPosition] of findProcessedPositions(consumers))
      trimStream(file, tableName, endPosition);
  };
  const timer = setInterval(trim, TRIM_INTERVAL_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

export async function startJobs(options: JobsOptions): Promise<Jobs> {
  const { resources, functions, engine, queue, log, dataDirectory } = options;
  const positionsFile =
    dataDirectory === undefined ? undefined : join(dataDirectory, 'stream-positions.json');
  const checkpoints = new Checkpoints(positionsFile);
  const consumers = readStreamMappings(resources, functions).map(
    (streamMapping) =>
      new StreamConsumer({
        mapping: streamMapping,
        // The client uses the function's name, because Lambda reads a stream with the IAM role of the function.
        client: new StreamClient(
          engine.endpoint,
          functions.isNamed ? streamMapping.function.name : undefined,
        ),
        checkpoints,
        log,
      }),
  );
  await Promise.all(consumers.map((consumer) => consumer.start()));
  for (const queueMapping of readQueueMappings(resources, functions)) queue.setConsumer(queueMapping, log);
  const timers = [...startTimers(options), startTrimming(options, consumers)];
  const abort = () => {
    for (const timer of timers) timer.stop();
    for (const consumer of consumers) consumer.abort();
    queue.abort();
  };
  return {
    abort,
    stop: async () => {
      abort();
      await Promise.all(consumers.map((consumer) => consumer.stop()));
      checkpoints.save();
    },
  };
}
