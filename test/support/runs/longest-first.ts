import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that run much longer than others of their size. */
const LONG_RUNNING_TEST_FILES = [
  'test/dashboard/dashboard.e2e.test.ts',
  'test/service/every-route.e2e.test.ts',
  'test/cli/start.e2e.test.ts',
  'test/infra/bundle.template.test.ts',
];

const isLong = ({ moduleId }: TestSpecification) =>
  LONG_RUNNING_TEST_FILES.some((file) => moduleId.endsWith(file));

/**
 * Starts the longest files of each project first, because a long file that starts last keeps only one processor busy.
 * Vitest sorts files by their duration in the last run. On a clean checkout it knows no durations and sorts files by
 * size. Therefore the files in `LONG_RUNNING_TEST_FILES` always come first.
 */
export class LongestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...byProject.values()].flatMap((ofProject) => [
      ...ofProject.filter(isLong),
      ...ofProject.filter((file) => !isLong(file)),
    ]);
  }
}
