import { randomInt } from 'node:crypto';

/**
 * Operations that a model test runs: `LEDGER_OPERATIONS` for a full run (`npm run test:long`), the given number
 * within the usual test run.
 */
export function operationCount(usual: number): number {
  const asked = process.env.LEDGER_OPERATIONS;
  return asked === undefined ? usual : Number(asked);
}

/** The seed of a model test, printed so that the run can be repeated with `LEDGER_SEED`. */
export function ledgerSeed(): number {
  const asked = process.env.LEDGER_SEED;
  const seed = asked === undefined ? randomInt(2 ** 31) : Number(asked);
  process.stdout.write(`ledger model: LEDGER_SEED=${seed}\n`);
  return seed;
}

/**
 * Of many like cases a test takes every `usual`-th within the usual test run, and each in a full run, where
 * `CASE_STRIDE` is 1.
 */
export function caseStride(usual: number): number {
  const asked = process.env.CASE_STRIDE;
  return asked === undefined ? usual : Number(asked);
}

/** Schedules of faults: `LEDGER_SCHEDULES` in a full run. */
export function scheduleCount(usual: number): number {
  const asked = process.env.LEDGER_SCHEDULES;
  return asked === undefined ? usual : Number(asked);
}
