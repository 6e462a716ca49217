import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const LAUNCHER_URL = new URL('../../../infra/emulator/process/launcher.ts', import.meta.url).href;

/** A script that prints its process id, and `ended` when its launcher has ended. */
const SCRIPT = `
import { watchNpmProcess } from ${JSON.stringify(LAUNCHER_URL)};
watchNpmProcess(() => { console.log('ended'); process.exit(0); });
setInterval(() => {}, 1000);
console.log(process.pid);`;

/** A script that replaces npm: it runs a command line in a shell and waits for it. */
const NPM = `
const { spawn } = require('node:child_process');
spawn('sh', ['-c', process.env.COMMAND_LINE], { stdio: 'inherit' }).on('exit', () => {});
setInterval(() => {}, 1000);`;

test.each([
  ['in a shell that keeps running', '"$NODE" --input-type=module-typescript --eval "$SCRIPT"; true'],
  ['without a shell between them', 'exec "$NODE" --input-type=module-typescript --eval "$SCRIPT"'],
])(
  'the local server notices that its npm process was killed, if npm ran the server %s',
  async (_, commandLine) => {
    const npm = spawn(process.execPath, ['--eval', NPM], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        NODE: process.execPath,
        SCRIPT,
        COMMAND_LINE: commandLine,
        npm_lifecycle_event: 'start',
      },
    });
    let printed = '';
    npm.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    await expect.poll(() => printed, { timeout: 20_000 }).toMatch(/^\d+\n$/);
    npm.kill('SIGKILL');
    await once(npm, 'exit');
    await expect.poll(() => printed, { timeout: 20_000 }).toMatch(/ended/);
  },
);
