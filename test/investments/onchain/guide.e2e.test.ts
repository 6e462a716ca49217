import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { toHex } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LOCAL_CHAINS_PATH } from '../../../infra/emulator/chains/chains-on-demand.ts';
import { DEMO_ROUTER_ADDRESS, registerDemoVaults } from '../../../infra/emulator/chains/demo-vault.ts';
import { DEMO_WALLETS } from '../../../infra/emulator/chains/local-chains.ts';
import { readChains } from '../../../shared/chain/networks.ts';
import {
  ANN,
  LOCAL_MNEMONIC,
  startVaultChain,
  VAULT,
  type VaultChain,
} from '../../support/chain/vault-chain.ts';
import { type E2eStack, startE2e } from '../../support/e2e/stack.ts';
import { present } from '../../support/present.ts';

const GUIDE = readFileSync('docs/guides/deposits-on-chain.md', 'utf8');

const folder = mkdtempSync(join(tmpdir(), 'deposit-guide-'));
let chain: VaultChain;
let service: E2eStack;
beforeAll(async () => {
  chain = await startVaultChain('base', 1, Date.now());
  const { chainId, rpcUrl } = chain.settings;
  const others = readChains('{}').filter((other) => other.chain !== 'base');
  service = await startE2e({
    catalogSize: 5,
    environment: {
      CHAIN_SETTINGS: JSON.stringify({
        ...Object.fromEntries(others.map((other) => [other.chain, null])),
        base: {
          chainId,
          rpcUrl,
          timeoutMs: 9_000,
          confirmations: 1,
          router: { address: DEMO_ROUTER_ADDRESS },
        },
      }),
    },
  });
  await registerDemoVaults(service.table, 'sample', new Date());
  await runJob('IngestRun');
  // The example resolves its packages from a folder in which they are installed.
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  const [, example = ''] = /```ts\n(import \{ completeTransaction[\s\S]*?)```/.exec(GUIDE) ?? [];
  const client = pathToFileURL('clients/sdk/src/index.ts').href;
  writeFileSync(join(folder, 'deposit.ts'), example.replace("'yield-api-client'", `'${client}'`));
});
afterAll(async () => {
  await service?.stop();
  await chain?.stop();
  rmSync(folder, { recursive: true });
});

/** Runs the function of a job whose logical id starts with the name. */
async function runJob(name: string): Promise<void> {
  const id = service.stack.functions.logicalIds().find((each) => each.startsWith(name));
  expect((await service.invokeJob(id ?? '')).kind, name).toBe('returned');
}

/** Runs the example, while blocks are mined and the service reads the chain. Returns what the example printed. */
async function runExample(signing: Readonly<Record<string, string>>): Promise<string> {
  const connection = { BASE: service.baseUrl, KEY: service.keys.pro, NODE_URL: chain.settings.rpcUrl };
  const child = spawn(process.execPath, [join(folder, 'deposit.ts')], {
    env: { ...process.env, ...connection, ...signing },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed.err += text;
  });
  await expect
    .poll(async () => {
      await chain.mine(1);
      await runJob('InvestmentsWatch');
      return child.exitCode;
    })
    .not.toBeNull();
  expect([child.exitCode, printed.err]).toEqual([0, '']);
  return printed.out;
}

test('the example in docs/guides/deposits-on-chain.md makes a confirmed deposit both with the signature of a node and with a private key', async () => {
  const before = await chain.sharesOf(present(ANN));
  expect(await runExample({})).toMatch(/^txn_\w+ confirmed\n$/);
  const between = await chain.sharesOf(present(ANN));
  expect(between).toBeGreaterThan(before);
  const { privateKey } = mnemonicToAccount(LOCAL_MNEMONIC).getHdKey();
  expect(await runExample({ PRIVATE_KEY: toHex(present(privateKey)) })).toMatch(/^txn_\w+ confirmed\n$/);
  expect(await chain.sharesOf(present(ANN))).toBeGreaterThan(between);
});

test('docs/guides/deposits-on-chain.md has the addresses of the local contracts and wallets', () => {
  const { chainId } = chain.settings;
  for (const name of [
    `chainId: ${chainId},`,
    DEMO_ROUTER_ADDRESS,
    chain.usdc.slice(-6),
    `${LOCAL_CHAINS_PATH}base`,
  ])
    expect(GUIDE.toLowerCase()).toContain(name.toLowerCase());
  expect(GUIDE.toLowerCase()).toContain(VAULT);
  for (const { address } of DEMO_WALLETS) expect(GUIDE).toContain(address);
});
