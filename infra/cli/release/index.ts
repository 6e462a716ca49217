import { spawnSync } from 'node:child_process';
import { PROJECT_ROOT } from '../../root.ts';
import { requireNoOptions } from '../no-options.ts';
import { UsageError } from '../usage-error.ts';
import { prepareRelease } from './release.ts';

const HELP = `Prepares the next release:
  - moves the descriptions of changes from the folder .changeset into CHANGELOG.md;
  - raises the version of the repository, of the TypeScript client and of the API;
  - writes the address of the git remote origin into the package.json of the repository and of the client;
  - marks the OpenAPI documents as released.

npm run release does not commit the changes to git.

Usage: npm run release`;

requireNoOptions(HELP);
try {
  const { version, note } = prepareRelease(PROJECT_ROOT, new Date().toISOString().slice(0, 10), () => {
    const { status } = spawnSync('npm', ['run', '--silent', 'generate'], {
      cwd: PROJECT_ROOT,
      stdio: 'inherit',
    });
    if (status !== 0) throw new Error('npm run generate failed.');
  });
  if (note !== undefined) console.log(note);
  console.log(`Release ${version} is ready. Check git diff, run npm test, then:
  git commit -am "chore(release): ${version}" && git tag v${version}`);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
