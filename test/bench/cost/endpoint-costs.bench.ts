import { timeMarket } from '../support/random-market.ts';

/**
 * What each endpoint that answers from the catalog costs the processor at 50,000 strategies, through its whole
 * handler and against a database, as a multiple of a plain list: a question that comes again, and one that is new
 * each time.
 */
await timeMarket(import.meta.resolve('../support/time-endpoints.ts'), 50_000, { LOG_LEVEL: 'info' });
