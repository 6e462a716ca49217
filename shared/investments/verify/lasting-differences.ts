import * as z from 'zod/mini';
import { $ZodError } from 'zod/v4/core';
import { canonicalJson } from '../../platform/domain/request-hash.ts';
import { type Difference, listDifferences } from '../domain/audit/compare.ts';

/** Maximum number of runs of an audit. An audit is repeated, because its items may change while it runs. */
const AUDIT_RUNS_MAX = 10;

/**
 * Runs an audit and returns the differences that it finds. An item that cannot be parsed is reported as a
 * difference.
 */
export async function auditIfReadable(
  name: string,
  runAudit: () => Promise<Difference[]>,
): Promise<Difference[]> {
  try {
    return await runAudit();
  } catch (error) {
    if (!(error instanceof $ZodError)) throw error;
    return listDifferences(name, 'items', 'well-formed', z.prettifyError(error));
  }
}

/**
 * Repeats an audit until two consecutive runs return the same differences, or a run returns none. Temporary
 * differences during live traffic are therefore not reported.
 */
export async function findLastingDifferences(
  name: string,
  runAudit: () => Promise<Difference[]>,
): Promise<Difference[]> {
  let previousDifferencesText: string | undefined;
  let differences: Difference[] = [];
  for (let runNumber = 1; runNumber <= AUDIT_RUNS_MAX; runNumber += 1) {
    differences = await auditIfReadable(name, runAudit);
    const text = canonicalJson(differences);
    if (differences.length === 0 || text === previousDifferencesText) return differences;
    previousDifferencesText = text;
  }
  return differences;
}
