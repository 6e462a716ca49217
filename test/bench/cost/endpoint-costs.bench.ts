import { timeMarket } from '../support/random-market.ts';

/**
 * Measures the processor time of each catalog endpoint at 50,000 strategies, through its whole handler and with a
 * database. Results are multiples of a plain list, for a repeated query and for a query that is new each time.
 */
await timeMarket(import.meta.resolve('../support/time-endpoints.ts'), 50_000, { LOG_LEVEL: 'info' });
