import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { RoundResult, Scenario } from './support/list-worker.ts';
import { median, printTable, printTarget } from './support/measure.ts';

/**
 * Measures the handler of the strategy list with its whole middleware chain, at three catalog sizes. Database calls
 * are answered from memory. Each size has its own thread, and rounds alternate, so that other load on the machine
 * affects all sizes.
 */
const CATALOG_SIZES = [2_000, 20_000, 100_000] as const;
const SCENARIOS: readonly Scenario[] = [
  'plain list',
  'selective filter',
  'deep page',
  'broad filter, sorted by APY',
  'deep page of a broad filter',
  'last page of 100',
];
const ROUNDS = 15;
const REQUESTS = 400;
const WARM_UP_ROUNDS = 5;

async function startWorker(size: number): Promise<Worker> {
  const file = new URL('./support/list-worker.ts', import.meta.url);
  const worker = new Worker(file, { workerData: { size }, env: { LOG_LEVEL: 'info' } });
  await once(worker, 'message');
  return worker;
}

async function run(worker: Worker, scenario: Scenario): Promise<RoundResult> {
  worker.postMessage({ scenario, requests: REQUESTS });
  const [result]: RoundResult[] = await once(worker, 'message');
  if (result === undefined) throw new Error('no result');
  return result;
}

const workers = new Map<number, Worker>();
for (const size of CATALOG_SIZES) workers.set(size, await startWorker(size));

const medians = new Map<string, number>();
let reads = 0;
for (const scenario of SCENARIOS) {
  const times = new Map<number, number[]>(CATALOG_SIZES.map((size) => [size, []]));
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    for (const [size, worker] of workers) {
      const result = await run(worker, scenario);
      if (round < 0) continue;
      times.get(size)?.push(result.medianMs);
      reads += result.reads;
    }
  }
  for (const size of CATALOG_SIZES) medians.set(`${scenario}/${size}`, median(times.get(size) ?? []));
}
for (const worker of workers.values()) await worker.terminate();

const at = (scenario: Scenario, size: number) => medians.get(`${scenario}/${size}`) ?? Number.NaN;
const micros = (ms: number) => `${(ms * 1_000).toFixed(0)} us`;
printTable([
  ['median of one request', ...CATALOG_SIZES.map((size) => size.toLocaleString('en')), '100,000 : 2,000'],
  ...SCENARIOS.map((scenario) => [
    scenario,
    ...CATALOG_SIZES.map((size) => micros(at(scenario, size))),
    `${(at(scenario, 100_000) / at(scenario, 2_000)).toFixed(2)} x`,
  ]),
]);
for (const scenario of SCENARIOS.slice(0, 3)) {
  printTarget(`${scenario} at 20,000`, at(scenario, 20_000), 0.3, ' ms', 'most');
  printTarget(
    `${scenario}, 100,000 over 2,000`,
    at(scenario, 100_000) / at(scenario, 2_000),
    1.5,
    ' x',
    'most',
  );
}
const requests = SCENARIOS.length * ROUNDS * REQUESTS * CATALOG_SIZES.length;
console.log(
  `  ${reads} reads of the table, all of snapshot heads, in ${requests.toLocaleString('en')} requests`,
);
