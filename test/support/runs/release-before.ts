import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT_ROOT } from '../../../infra/root.ts';

/** What counts as the release before as long as none is tagged. Move it on together with a change of what is stored. */
const BEFORE_THE_FIRST = 'c60a18ab4bf4888bbc33e988c1a94217d63e243b';
const TAGS = 'v*';

/** Below the project, so that its modules are found where this release's are. */
const FOLDER = join(PROJECT_ROOT, '.local', 'release-before');

const run = promisify(execFile);

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: PROJECT_ROOT, encoding: 'utf8', stdio: 'pipe' }).trim();
}

/** Whether this checkout has the whole history: an archive or a shallow clone holds no other release. */
export function hasWholeHistory(): boolean {
  try {
    return git('rev-parse', '--is-shallow-repository') === 'false';
  } catch {
    return false;
  }
}

/** The tag of the last release before this commit; undefined where none is tagged. */
function lastTag(): string | undefined {
  const tags = git('tag', '--list', TAGS, '--merged', 'HEAD', '--no-contains', 'HEAD', '--sort=-v:refname');
  return tags === '' ? undefined : tags.split('\n')[0];
}

/**
 * The commit of the release before this one.
 *
 * @throws Error where the history does not go back to it
 */
function commitBefore(): string {
  const name = lastTag() ?? BEFORE_THE_FIRST;
  try {
    return git('rev-parse', '--verify', `${name}^{commit}`);
  } catch (cause) {
    const message = `The history does not hold the release before, ${name}: git fetch --tags`;
    throw new Error(message, { cause });
  }
}

/** The files of a commit, in a folder of their own. */
async function extract(commit: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const archive = join(folder, 'release.tar');
  git('archive', '--format=tar', `--output=${archive}`, commit);
  await run('tar', ['-xf', archive, '-C', folder]);
  rmSync(archive);
}

/**
 * The folder of the release before as its own CDK app synthesizes it, its functions bundled by its own bundler from its
 * own sources with the packages that are installed. Made once for a commit.
 *
 * @throws Error where the history does not go back to it, or it cannot be synthesized
 */
export async function assembleReleaseBefore(): Promise<string> {
  const commit = commitBefore();
  const sources = join(FOLDER, commit);
  const assembly = join(sources, 'cdk.out');
  if (existsSync(assembly)) return assembly;
  rmSync(FOLDER, { recursive: true, force: true });
  await extract(commit, sources);
  const making = join(sources, 'cdk.making');
  await run(process.execPath, [join(sources, 'infra', 'app.ts')], {
    cwd: sources,
    env: { ...process.env, CDK_OUTDIR: making, CDK_VALIDATION: 'false' },
  });
  renameSync(making, assembly);
  return assembly;
}
