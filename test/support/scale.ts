import { randomInt } from 'node:crypto';

/**
 * Returns the number of operations of a model test: `LEDGER_OPERATIONS` in a full run (`npm run test:long`),
 * otherwise `usual`.
 */
export function operationCount(usual: number): number {
  const asked = process.env.LEDGER_OPERATIONS;
  return asked === undefined ? usual : Number(asked);
}

/** Returns the seed of a model test, and prints it so that `LEDGER_SEED` can repeat the run. */
export function ledgerSeed(): number {
  const asked = process.env.LEDGER_SEED;
  const seed = asked === undefined ? randomInt(2 ** 31) : Number(asked);
  process.stdout.write(`ledger model: LEDGER_SEED=${seed}\n`);
  return seed;
}

/**
 * Returns the step with which a test selects from many similar cases: `CASE_STRIDE` in a full run, where it is 1,
 * otherwise `usual`.
 */
export function caseStride(usual: number): number {
  const asked = process.env.CASE_STRIDE;
  return asked === undefined ? usual : Number(asked);
}

/** Returns the number of fault schedules: `LEDGER_SCHEDULES` in a full run, otherwise `usual`. */
export function scheduleCount(usual: number): number {
  const asked = process.env.LEDGER_SCHEDULES;
  return asked === undefined ? usual : Number(asked);
}
