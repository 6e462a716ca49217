import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ChainsOnDemand, createChainsOnDemand } from '../../infra/emulator/chains/chains-on-demand.ts';
import { registerDemoVaults } from '../../infra/emulator/chains/demo-vault.ts';
import { withTable } from '../../infra/emulator/dynamodb/table.ts';
import { service as about } from '../../shared/service/contract/documentation.ts';
import { findBrowserPath, launchBrowser } from '../support/browser.ts';
import { type E2eStack, startE2e } from '../support/e2e/stack.ts';
import { present } from '../support/present.ts';
import { measureHorizontalOverflowPx, visit } from './support/visit.ts';

/** A text that only the script of the demo wallet contains. */
const DEMO_WALLET_RDNS = 'local.demo-wallet';

let chains: ChainsOnDemand;
let service: E2eStack;
let browser: Browser;
let demoStrategyId: string;

beforeAll(async () => {
  chains = present(await createChainsOnDemand({ onError: (chain, error) => console.error(chain, error) }));
  service = await startE2e({
    catalogSize: 50,
    pages: true,
    chains,
    environment: {
      CHAIN_SETTINGS: chains.settings,
      SIGN_IN_CHAIN_IDS: [1, ...chains.chainIds].join(','),
    },
    seed: async (address) => {
      const ids = await withTable(address, (table) => registerDemoVaults(table, 'sample', new Date()));
      demoStrategyId = present(ids[0]);
    },
  });
  await runJob('IngestRun');
  browser = await launchBrowser(await findBrowserPath());
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
  await chains?.stop();
});

async function runJob(name: string): Promise<void> {
  const id = service.stack.functions.logicalIds().find((each) => each.startsWith(name));
  expect((await service.invokeJob(present(id))).kind, name).toBe('returned');
}

const origin = () => `http://localhost:${new URL(service.baseUrl).port}`;

/**
 * Returns a function that checks all scripts that the page has requested so far. For each script, it returns whether
 * the script contains the demo wallet.
 */
function watchScripts(page: Page): () => Promise<boolean[]> {
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.url().endsWith('.js')) scripts.add(request.url());
  });
  return () =>
    Promise.all(
      [...scripts].map(async (url) => (await (await fetch(url)).text()).includes(DEMO_WALLET_RDNS)),
    );
}

describe('the demo wallet on a local server', () => {
  test('the response at the base address states that the environment is local and the market is sample data', async () => {
    const { data } = await service.call(about.about);
    expect(data.environment).toEqual({ kind: 'local', market: 'sample' });
  });

  test('a visitor signs in with a demo wallet, deposits test money and sees the deposit confirmed', async () => {
    const { page, context, problems } = await visit(browser, origin(), 'en-US', { wallet: false });
    const scripts = watchScripts(page);
    await page.goto('/login');
    await page.getByText('Sample data: These strategies, APYs and prices are not real.').waitFor();
    await page.getByText('Local server: The chains of this server have no real money.').waitFor();
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await measureHorizontalOverflowPx(page)).toBe(0);
    }
    expect((await scripts()).some(Boolean)).toBe(false);
    await page.getByLabel('Keep me signed in').check();
    await page.getByRole('button', { name: 'Use the demo wallet' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    expect((await scripts()).some(Boolean)).toBe(true);

    // The wallet is restored after a reload, in this tab only.
    await page.goto(`/strategies/${demoStrategyId}`);
    await page.getByText('Sample data').waitFor();
    await page.getByRole('button', { name: 'Deposit' }).click();
    const dialog = page.getByRole('dialog');
    // The server has given test money to the wallet, which reports it as its balance.
    await dialog.getByText('Balance 10,000 USDC').waitFor();
    await dialog.getByRole('button', { name: 'Max' }).click();
    expect(await dialog.getByLabel('Amount in USDC').inputValue()).toBe('10000');
    await dialog.getByText('Expected earnings in 90 days').waitFor();
    await dialog.getByText('Copy address').waitFor();
    await dialog.getByLabel('Amount in USDC').fill('20,000');
    await dialog.getByText('Available: 10,000 USDC. Enter that amount or less.').waitFor();
    await dialog.getByLabel('Amount in USDC').fill('1,250');
    await dialog.getByText('You enter').getByText('1,250 USDC').waitFor();
    await dialog.getByRole('button', { name: 'Deposit', exact: true }).click();
    await dialog.getByText(/^Chain: Base \(local chain\), id 31337/).waitFor();
    await dialog.getByText(/^Network fee: (at most .*ETH|the demo wallet pays it with test coins)/).waitFor();
    await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
    await dialog.getByText('Submitted').waitFor();
    await runJob('InvestmentsWatch');
    await dialog.getByText('Confirmed', { exact: true }).waitFor();
    await dialog.getByText('Your wallet paid 1,250 USDC').waitFor();
    await dialog.getByRole('link', { name: 'Go to positions' }).click();
    await page.getByText('Confirmed', { exact: true }).waitFor();
    await page
      .getByText(/^(1,250|1,249\.9)(\.\d+)? USDC$/)
      .first()
      .waitFor();
    // The page shows the vault's name instead of the strategy id, and draws the chart without a reload.
    await page.getByText('Value over 31 days.').waitFor({ state: 'attached' });
    expect(await page.locator('main').textContent()).not.toContain('strat_');
    // Each chain of the local server has only one vault.
    await page.getByRole('button', { name: /^Move from/ }).click();
    await dialog.getByText('No other strategy on Base has a vault that accepts USDC').waitFor();
    expect(await dialog.getByRole('textbox').count()).toBe(0);
    expect(await dialog.getByRole('combobox').count()).toBe(0);
    expect(await dialog.getByRole('button').allTextContents()).toEqual(['Close']);
    expect(problems).toEqual([]);
    await context.close();
  });

  test('other browser tabs cannot read the key of the demo wallet', async () => {
    const { page, context } = await visit(browser, origin(), 'en-US', { wallet: false });
    await page.goto('/login');
    await page.getByLabel('Keep me signed in').check();
    await page.getByRole('button', { name: 'Use the demo wallet' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    const key = await page.evaluate("sessionStorage.getItem('yield.demo-wallet')");
    expect(key).toMatch(/^0x[0-9a-f]{64}$/);
    const other = await context.newPage();
    await other.goto(`/strategies/${demoStrategyId}`);
    await other.getByRole('button', { name: 'Deposit' }).click();
    await other.getByText('A demo wallet belongs to the tab in which you created it.').waitFor();
    expect(await other.evaluate("sessionStorage.getItem('yield.demo-wallet')")).toBeNull();
    expect(await other.evaluate('JSON.stringify(localStorage)')).not.toContain(key);
    // The other tab gets its own demo wallet, which the account then contains as a verified wallet.
    await other.goto('/positions/wallets');
    await other.getByRole('button', { name: 'Use a demo wallet in this tab' }).click();
    await other.getByText('The wallet is connected and verified').waitFor();
    await other.getByText(/^Verified /).waitFor();
    expect(await other.getByText('No wallet was found').count()).toBe(0);
    const otherKey = await other.evaluate("sessionStorage.getItem('yield.demo-wallet')");
    expect(otherKey).toMatch(/^0x[0-9a-f]{64}$/);
    expect(otherKey).not.toBe(key);
    await other.close();
    // The tab that created the demo wallet still has it. The sign-in page of this tab offers only this wallet.
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.goto('/login');
    await page.getByText('You created the demo wallet in this tab.').waitFor();
    expect(await page.getByRole('button', { name: 'Use the demo wallet' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Demo wallet' }).click();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    expect(await page.evaluate("sessionStorage.getItem('yield.demo-wallet')")).toBe(key);
    await context.close();
  });
});

test('a deployed stage never sends the JavaScript of the demo wallet to a browser', async () => {
  const { page, context } = await visit(browser, origin());
  const scripts = watchScripts(page);
  // Change the API's response, so that the pages see a deployed service and not a local server.
  await page.route('**/v1/', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    answer.data.environment = { kind: 'live', market: 'live' };
    await route.fulfill({ response, json: answer });
  });
  await page.addInitScript({ content: "sessionStorage.setItem('yield.demo-wallet', '0x01')" });
  await page.goto('/login');
  const answered = page.waitForResponse('**/v1/');
  await page.reload();
  await answered;
  await page.getByRole('button', { name: /Test Wallet/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  for (const link of ['Strategies', 'Allocation', 'Market', 'Positions', 'Developer']) {
    await page.getByRole('link', { name: link, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: link }).waitFor();
  }
  const loaded = await scripts();
  expect(loaded.length).toBeGreaterThan(3);
  expect(loaded.some(Boolean)).toBe(false);
  expect(await page.getByText('Use the demo wallet').count()).toBe(0);
  expect(await page.getByText('Sample data').count()).toBe(0);
  await context.close();
});
