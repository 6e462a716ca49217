import { join } from 'node:path';
import type { LocalFunctions } from '../lambda/functions.ts';
import type { LocalLog } from '../log.ts';
import type { Resource } from '../template/stacks.ts';
import { Checkpoints } from './checkpoints.ts';
import { StreamConsumer } from './consumer.ts';
import { readSchedules, readStreamMappings } from './resources.ts';
import { startSchedule } from './schedule.ts';
import { StreamClient } from './stream-client.ts';

export interface JobsOptions {
  resources: readonly Resource[];
  functions: LocalFunctions;
  /** Endpoint of the database. */
  endpoint: string;
  log: LocalLog;
  /** Keeps the consumers' positions beside the data. */
  dataDirectory?: string;
}

export interface Jobs {
  stop(): Promise<void>;
}

/** Starts the template's schedules and stream consumers. */
export async function startJobs({
  resources,
  functions,
  endpoint,
  log,
  dataDirectory,
}: JobsOptions): Promise<Jobs> {
  const timers = readSchedules(resources, functions).map((job) => {
    let running = false;
    return startSchedule(job.expression, () => {
      // A run that takes longer than its period is not joined by a second one.
      if (running) return;
      running = true;
      void job.function.invoke(job.event(new Date())).then((result) => {
        running = false;
        if (result.kind !== 'returned') {
          log('A scheduled run failed', { function: job.function.name, error: result.message });
        }
      });
    });
  });
  const checkpoints = new Checkpoints(
    dataDirectory === undefined ? undefined : join(dataDirectory, 'stream-positions.json'),
  );
  const client = new StreamClient(endpoint);
  const consumers = readStreamMappings(resources, functions).map(
    (mapping) => new StreamConsumer({ mapping, client, checkpoints, log }),
  );
  await Promise.all(consumers.map((consumer) => consumer.start()));
  return {
    stop: async () => {
      for (const timer of timers) timer.stop();
      await Promise.all(consumers.map((consumer) => consumer.stop()));
      checkpoints.save();
    },
  };
}
