import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** Minimum number of test files in a run. The times of a smaller run are not reported. */
const REPORTED_RUN_FILES_MIN = 100;

/** Prints at the end of a whole run how many seconds the tests of each capability took, summed over all workers. */
export default class CapabilityTimes implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (modules.length < REPORTED_RUN_FILES_MIN) return;
    const seconds = new Map<string, number>();
    for (const module of modules) {
      const [, capability = ''] = relative(module.project.config.root, module.moduleId).split('/');
      const { setupDuration, collectDuration, duration } = module.diagnostic();
      const before = seconds.get(capability) ?? 0;
      seconds.set(capability, before + (setupDuration + collectDuration + duration) / 1_000);
    }
    const capabilityTimeTexts = [...seconds]
      .sort(([, a], [, b]) => b - a)
      .map(([capability, sum]) => `${capability} ${Math.round(sum)}`);
    console.log(`Seconds of the tests by capability: ${capabilityTimeTexts.join(', ')}`);
  }
}
