import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ChainsOnDemand, createChainsOnDemand } from '../../infra/emulator/chains/chains-on-demand.ts';
import { registerDemoVaults } from '../../infra/emulator/chains/demo-vault.ts';
import { withTable } from '../../infra/emulator/dynamodb/table.ts';
import { type E2eStack, startE2e } from '../support/e2e/stack.ts';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** The steps of the tour: the commands, and the shortened output that README.md shows. */
const STEPS = Array.from(
  README.matchAll(
    /\*\*(?<title>\d\. [^*]+)\*\*[^`]*?(?:`[^`\n]+`[^`]*?)*```sh\n(?<sh>[\s\S]*?)```\s*```json\n(?<json>[\s\S]*?)```/g,
  ),
  ({ groups = {} }) => ({ title: groups.title ?? '', sh: groups.sh ?? '', json: groups.json ?? '' }),
);

let service: E2eStack;
let folder: string;
let chains: ChainsOnDemand;
beforeAll(async () => {
  const started = await createChainsOnDemand({ onError: (chain, error) => console.error(chain, error) });
  if (started === undefined) throw new Error('anvil is not installed');
  chains = started;
  service = await startE2e({
    environment: { CHAIN_SETTINGS: chains.settings },
    seed: async (address) => {
      await withTable(address, (table) => registerDemoVaults(table, 'sample', new Date()));
    },
  });
  await runJob('IngestRun');
  folder = mkdtempSync(join(tmpdir(), 'tour-'));
  copyFileSync(new URL('../support/e2e/curl.mjs', import.meta.url), join(folder, 'curl'));
  chmodSync(join(folder, 'curl'), 0o755);
});
afterAll(async () => {
  await service?.stop();
  await chains?.stop();
  if (folder !== undefined) rmSync(folder, { recursive: true });
});

/** Runs the function of a job whose logical id starts with the name. */
async function runJob(name: string): Promise<void> {
  const id = service.stack.functions.logicalIds().find((each) => each.startsWith(name));
  const outcome = await service.invokeJob(id ?? '');
  expect(outcome.kind, `${name}: ${JSON.stringify(outcome)}`).toBe('returned');
}

/**
 * Runs the commands of a tour step in a shell and returns their output as parsed JSON. The variables that README.md
 * sets before the first step contain the values of this test's service.
 */
async function run(sh: string): Promise<unknown> {
  const path = [folder, dirname(process.execPath), process.env.PATH].join(':');
  const env = { PATH: path, BASE: service.baseUrl, KEY: service.keys.pro, CHAINS: chains.url };
  const { stdout } = await promisify(execFile)('sh', ['-c', sh], { env });
  return JSON.parse(stdout);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the part of a response that README.md shows: the first elements of lists and the named fields of objects. */
function shortened(answer: unknown, shown: unknown): unknown {
  if (Array.isArray(shown) && Array.isArray(answer)) {
    return shown.map((element, index) => shortened(answer[index], element));
  }
  if (!isRecord(shown) || !isRecord(answer)) return answer;
  return Object.fromEntries(
    Object.entries(shown).map(([key, value]) => [key, shortened(answer[key], value)]),
  );
}

/**
 * Returns a matcher of shown output. Numbers change every day, `…` stands for changing text, and other text is exact.
 */
function like(shown: unknown): unknown {
  if (typeof shown === 'number') return expect.any(Number);
  if (Array.isArray(shown)) return shown.map(like);
  if (isRecord(shown))
    return Object.fromEntries(Object.entries(shown).map(([key, value]) => [key, like(value)]));
  if (typeof shown !== 'string') return shown;
  const [before = '', after] = shown.split('…');
  return after === undefined ? shown : expect.stringMatching(new RegExp(`^${before}.+${after}$`));
}

describe('the tour in README.md', () => {
  test('the tour has nine steps', () => {
    expect(STEPS.map(({ title }) => title[0])).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9']);
  });

  test.each(STEPS.map((step) => [step.title, step] as const))(
    'the tour step "%s" returns the response that README.md shows',
    async (_, { sh, json }) => {
      const shown: unknown = JSON.parse(json);
      let isRunning = true;
      const answer = run(sh).finally(() => {
        isRunning = false;
      });
      // A confirmation needs the watcher, which `npm start` runs every minute.
      const watched = async () => {
        while (isRunning && sh.includes('CHAINS')) await runJob('InvestmentsWatch');
      };
      const [receivedAnswer] = await Promise.all([answer, watched()]);
      expect(shortened(receivedAnswer, shown)).toEqual(like(shown));
    },
  );
});

test('README.md has at most 200 lines and no broken links to documents', () => {
  expect(README.split('\n').length).toBeLessThanOrEqual(201);
  const links = Array.from(README.matchAll(/\]\(([^)#]+)\)/g), ([, target]) => target ?? '');
  expect(links.filter((target) => target.startsWith('docs/')).length).toBeGreaterThan(8);
  for (const target of links.filter((each) => !each.startsWith('http'))) {
    expect(() => readFileSync(new URL(`../../${target}`, import.meta.url)), target).not.toThrow();
  }
});
