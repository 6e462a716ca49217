import { parseArgs } from 'node:util';
import { runMarketBenchmark } from './support/random-market.ts';

/** Measures the response times of performance, recommendation and market routes at several catalog sizes. */
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '2000,20000,100000' },
    rounds: { type: 'string', default: '30' },
  },
});
console.log(
  'Milliseconds of a whole handler, authentication against the database included: the first call, a query that is new\n' +
    'each time (median, 95th percentile), and one that comes again.\n',
);
const title = `${'size'.padStart(7)}  ${'endpoint'.padEnd(24)} ${'query'.padEnd(42)}`;
console.log(`${title}${['first', 'new', 'p95', 'again'].map((text) => text.padStart(9)).join('')}`);
for (const size of values.sizes.split(',')) {
  await runMarketBenchmark(import.meta.resolve('./support/time-market.ts'), Number(size), {
    LOG_LEVEL: 'silent',
    BENCH_ROUNDS: values.rounds,
  });
}
