import { randomInt } from 'node:crypto';

/**
 * Returns the number of operations of a model test: `LEDGER_OPERATIONS` in a full run (`npm run test:long`),
 * otherwise `usual`.
 */
export function readOperationCount(usual: number): number {
  const setting = process.env.LEDGER_OPERATIONS;
  return setting === undefined ? usual : Number(setting);
}

/** Returns the seed of a model test, and prints it so that `LEDGER_SEED` can repeat the run. */
export function chooseLedgerSeed(): number {
  const setting = process.env.LEDGER_SEED;
  const seed = setting === undefined ? randomInt(2 ** 31) : Number(setting);
  process.stdout.write(`ledger model: LEDGER_SEED=${seed}\n`);
  return seed;
}

/**
 * Returns n for a test that runs only every n-th of many similar cases. It is `CASE_STRIDE` if this variable is set,
 * otherwise `usual`. A full run sets `CASE_STRIDE` to 1, so that it runs all cases.
 */
export function readCaseStride(usual: number): number {
  const setting = process.env.CASE_STRIDE;
  return setting === undefined ? usual : Number(setting);
}

/** Returns the number of fault schedules: `LEDGER_SCHEDULES` in a full run, otherwise `usual`. */
export function readScheduleCount(usual: number): number {
  const setting = process.env.LEDGER_SCHEDULES;
  return setting === undefined ? usual : Number(setting);
}
