import { runMarketBenchmark } from '../support/random-market.ts';

/**
 * Measures the processor time of each catalog endpoint at 50,000 strategies, with its whole handler and a database.
 * Measures a repeated query and a query that is new each time. Reports each time also as a multiple of the time of a
 * list request without filters.
 */
await runMarketBenchmark(import.meta.resolve('../support/time-endpoints.ts'), 50_000, { LOG_LEVEL: 'info' });
