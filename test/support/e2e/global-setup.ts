import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { synthesize } from '../../../infra/emulator/template/synthesize.ts';
import { ROUTES } from '../../../shared/service/routes.ts';
import { isWholeRun, listUnreceivedAnswers, startRecording } from './answers.ts';

/**
 * Synthesizes and bundles once, before test files run in parallel. After a run of all files, checks that tests
 * received each declared response.
 */
export default async function setup(project: TestProject): Promise<() => void> {
  await synthesize();
  const folder = mkdtempSync(join(tmpdir(), 'e2e-answers-'));
  startRecording(folder);
  return () => {
    const isCompleteRun = project.config.testNamePattern === undefined && isWholeRun(folder);
    const missing = isCompleteRun ? listUnreceivedAnswers(folder, ROUTES) : [];
    rmSync(folder, { recursive: true });
    if (missing.length === 0) return;
    throw new Error(`Declared answers that no end-to-end test has seen:\n  ${missing.join('\n  ')}`);
  };
}
