import type { Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { strategies } from '../../../shared/strategies/contract/documentation.ts';
import type { Dashboard } from '../support/dashboard.ts';
import { measureHorizontalOverflowPx, navigate, setViewportAndScheme, signIn } from '../support/visit.ts';

/** Returns the number of strategies that the explorer says it shows. */
async function shown(page: Page): Promise<number> {
  const text = await page.getByText(/of [\d,]+ strategies/).textContent();
  return Number.parseInt((text ?? '').replaceAll(',', ''), 10);
}

/** Returns the number of listed strategies. */
async function listed({ service }: Dashboard): Promise<number> {
  const { meta } = await service.call(strategies.list, { key: service.keys.pro, query: { per_page: '1' } });
  return meta.pagination.total;
}

/**
 * Filters of the explorer, each with a function that sets it on the page. `query` is the resulting query in the address
 * bar and in the API request.
 */
const FILTERS: readonly (readonly [name: string, set: (page: Page) => Promise<void>, query: string])[] = [
  ['words', (page) => page.getByLabel('Search strategies').fill('usdc aave'), 'search=usdc+aave'],
  ['risk', (page) => page.getByLabel('Low', { exact: false }).first().check(), 'risk_level=low'],
  ['least APY', (page) => page.getByLabel('Minimum APY').fill('5'), 'min_apy=5'],
  ['least TVL', (page) => page.getByLabel('Minimum TVL').fill('1000000'), 'min_tvl=1000000'],
  ['chain', (page) => page.getByRole('group', { name: 'Chain' }).getByLabel(/^Base/).check(), 'chain=base'],
  [
    'asset',
    (page) => page.getByRole('group', { name: 'Asset' }).getByLabel(/^USDC/).first().check(),
    'asset=USDC',
  ],
  [
    'protocol',
    (page) =>
      page
        .getByRole('group', { name: 'Protocol' })
        .getByLabel(/^Aave V3/)
        .check(),
    'protocol=aave-v3',
  ],
  [
    'kind',
    (page) =>
      page
        .getByRole('group', { name: 'Type' })
        .getByLabel(/^Lending/)
        .check(),
    'strategy_type=lending',
  ],
  ['family', (page) => selectFilterOption(page, 'Asset family', 'ETH'), 'family=ETH'],
  ['stablecoins', (page) => selectFilterOption(page, 'Stablecoins', 'true'), 'stablecoin=true'],
  ['exposure', (page) => selectFilterOption(page, 'Exposure', 'multi'), 'exposure=multi'],
  ['impermanent loss', (page) => selectFilterOption(page, 'Impermanent loss', 'false'), 'il_risk=false'],
  ['settlement', (page) => selectFilterOption(page, 'Deposits', 'sandbox'), 'settlement=sandbox'],
];

async function selectFilterOption(page: Page, label: string, value: string): Promise<void> {
  await page.getByLabel(label).selectOption(value);
}

/**
 * Converts a query of the explorer to a query of the API. The parameter `asset` of the explorer has the name
 * `underlying` in the API.
 */
const toApiQuery = (query: string) => query.replace(/^asset=/, 'underlying=');

const STRATEGY_URL_PATTERN = '**/v1/strategies/strat_*';

export function registerStrategyFlows(dashboard: () => Dashboard): void {
  test('the strategy filters of the page show the same strategies as the API', () =>
    dashboard().during(async ({ page }) => {
      const { service } = dashboard();
      await page.goto('/strategies');
      await signIn(page);
      await expect.poll(() => shown(page)).toBe(await listed(dashboard()));
      for (const [name, set, query] of FILTERS) {
        await set(page);
        await expect.poll(() => new URL(page.url()).search, { message: name }).toBe(`?${query}`);
        const { meta } = await service.call(strategies.list, {
          key: service.keys.pro,
          query: { per_page: '1', ...Object.fromEntries(new URLSearchParams(toApiQuery(query))) },
        });
        expect(meta.pagination.total, name).toBeGreaterThan(0);
        await expect.poll(() => shown(page), { message: name }).toBe(meta.pagination.total);
        await page.getByRole('button', { name: 'Clear all filters' }).first().click();
        await expect.poll(() => new URL(page.url()).search).toBe('');
      }
    }));

  test('a visitor sorts the list of strategies and compares the selected strategies', () =>
    dashboard().during(async ({ page }) => {
      await page.goto('/strategies?risk_level=low');
      await signIn(page);
      await page.getByRole('button', { name: /^APY/ }).click();
      expect(await page.getByRole('columnheader', { name: /^APY/ }).getAttribute('aria-sort')).toBe(
        'descending',
      );
      // The page shows the previous order until it has received the sorted list.
      await vi.waitFor(async () => {
        const figures = await page.locator('tbody .col-apy b').allTextContents();
        const apys = figures.map(Number.parseFloat);
        expect(apys.length).toBeGreaterThan(0);
        expect(apys).toEqual(apys.toSorted((a, b) => b - a));
      }, 60_000);
      const boxes = page.getByRole('checkbox', { name: /^Compare/ });
      for (const index of [0, 1, 2]) await boxes.nth(index).check();
      await page.getByRole('link', { name: 'Compare', exact: true }).click();
      await page.getByRole('columnheader').nth(2).waitFor();
      await page
        .getByRole('button', { name: /^Remove/ })
        .first()
        .click();
      await expect.poll(() => page.getByRole('columnheader').count()).toBe(2);
      await page.getByText('APY over 90 days').waitFor({ state: 'attached' });
    }));

  test('all charts of a strategy show the figures of the day under the pointer', () =>
    dashboard().during(async ({ page }) => {
      const { service } = dashboard();
      const { data } = await service.call(strategies.list, {
        key: service.keys.pro,
        query: { per_page: '1' },
      });
      await page.goto(`/strategies/${data[0]?.id}`);
      await signIn(page);
      const days = page.locator('.plot-legend .soft');
      await expect.poll(() => days.count()).toBe(2);
      const [lastDay = ''] = await days.allTextContents();
      const area = page.locator('.plot .u-over').first();
      await area.hover({ position: { x: 40, y: 20 } });
      await expect.poll(() => days.first().textContent()).not.toBe(lastDay);
      const [pointedDay = '', otherDay] = await days.allTextContents();
      expect(otherDay).toBe(pointedDay);
      await page.getByRole('heading', { level: 1 }).hover();
      await expect.poll(() => days.allTextContents()).toEqual([lastDay, lastDay]);

      const labels = await page.locator('.range-labels > span').allTextContents();
      expect(labels.length).toBeGreaterThanOrEqual(2);
      expect(labels).toContain('0%');
      expect(labels.at(-1)).toMatch(/^[\d.]+%$/);
    }));

  test('a user divides an amount among strategies, and requests a new allocation with other limits', () =>
    dashboard().during(async ({ page }) => {
      await page.goto('/allocation?amount=ten');
      await signIn(page);
      await page.getByText('Enter a number above 0.').waitFor();
      expect(await page.getByRole('alert').count()).toBe(0);
      await navigate(page, '/strategies');
      await navigate(page, '/allocation');
      await page.getByRole('img', { name: /^Divided among/ }).waitFor();
      await page.getByLabel('Amount in USD').fill('250,000');
      await page.getByLabel('Maximum risk').selectOption('low');
      await page.getByLabel('Asset').selectOption('USDC');
      await page.getByRole('button', { name: 'Divide the amount' }).click();
      await expect
        .poll(() => page.url())
        .toContain('amount=250000&risk_level=low&horizon_days=90&asset=USDC');
      await expect
        .poll(() => page.locator('.allocation-part .name').allTextContents())
        .toSatisfy((names: string[]) => names.length > 1 && names.every((name) => name.includes('USDC')));
    }));

  test('the page of an allocation explains the allocation in plain words, without field names of the API', () =>
    dashboard().during(async ({ page }) => {
      await page.goto('/allocation?amount=10000&asset=USDC&risk_level=medium');
      await signIn(page);
      await page.getByRole('img', { name: /^Divided among/ }).waitFor();
      const labels = await page.locator('.tile dt').allTextContents();
      expect(labels).toEqual(['Costs', 'Highest risk', 'APY in a bad case', 'Expected APY after deductions']);
      expect(await page.locator('main').textContent()).not.toMatch(
        /[a-z]+_[a-z]+|\bTVL\b|of 100 cases|horizon/,
      );
      const part = page.locator('.allocation-part').first();
      const name = (await part.locator('.name').textContent()) ?? '';
      const amount = (await part.locator('.number b').textContent()) ?? '';
      const [, earnings = ''] =
        /the amount earns (\S+) in 90 days/.exec((await part.textContent()) ?? '') ?? [];
      await part.getByRole('button', { name: /^Deposit this part/ }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(`Deposit into ${name}`).waitFor();
      const typed = Number(await dialog.getByLabel('Amount in USDC').inputValue());
      expect(Math.abs(typed - Number(amount.replace(/[$,]/g, ''))) / typed).toBeLessThan(0.05);
      // The dialog expects the same earnings as the allocation.
      await dialog.getByText(`Expected earnings in 90 days: ${earnings} at`).waitFor();
      await dialog.getByRole('button', { name: 'Deposit', exact: true }).click();
      await dialog.getByText(/You deposited .* No real money was used/).waitFor();
    }));

  test('a list of 20,000 strategies renders only the visible rows', () =>
    dashboard().during(async ({ page }) => {
      const { service } = dashboard();
      const { data: one } = await service.call(strategies.list, {
        key: service.keys.pro,
        query: { per_page: '1' },
      });
      const data = Array.from({ length: 20_000 }, (_, index) => ({
        ...one[0],
        id: `strat_${index}`,
        name: `Strategy ${index}`,
      }));
      const answer = JSON.stringify({
        success: true,
        data,
        meta: { as_of: null, version: 'v', total: data.length },
      });
      await page.route('**/strategies/export*', (route) =>
        route.fulfill({ status: 200, contentType: 'application/json', body: answer }),
      );
      await page.goto('/strategies');
      await signIn(page);
      await expect.poll(() => shown(page)).toBe(20_000);
      await page.evaluate('scrollTo(0, document.body.scrollHeight)');
      await page.getByText('Strategy 19999').waitFor();
      expect(await page.locator('tbody tr').count()).toBeLessThan(60);
      await page.getByLabel('Search strategies').fill('Strategy 1999');
      // The search finds the strategies whose number contains 1999: 1999, 11999, and 19990 to 19999.
      await expect.poll(() => shown(page)).toBe(12);
    }));

  test('a click on a strategy in the list opens the page of the strategy', () =>
    dashboard().during(
      async ({ page }) => {
        await page.goto('/strategies');
        await signIn(page);
        const first = page.locator('tbody .name').first();
        const name = (await first.textContent()) ?? '';
        await page.route(STRATEGY_URL_PATTERN, async (route) => {
          const response = await route.fetch();
          const answer = await response.json();
          Object.assign(answer.data, { utilisation: 0.775, withdrawable: answer.data.tvl });
          await route.fulfill({ response, json: answer });
        });
        await first.click();
        await page.getByRole('heading', { level: 1, name }).waitFor();
        await page.getByText('Risk breakdown').waitFor();
        await page.getByText('because deposits that are lent out do not count as TVL').waitFor();
        await page.unroute(STRATEGY_URL_PATTERN);
        await page.goBack();
        await expect.poll(() => shown(page)).toBe(await listed(dashboard()));
        await navigate(page, '/strategies/strat_none');
        await page.getByRole('heading', { name: 'Page not found' }).waitFor();
      },
      [/status of 404/],
    ));

  test('each strategy in the strategy list shows its settlement as "Vault", "Sandbox" or "No deposits"', () =>
    dashboard().during(async ({ page }) => {
      const texts = { onchain: 'Vault', sandbox: 'Sandbox', none: 'No deposits' };
      await page.route('**/v1/strategies/export*', async (route) => {
        const response = await route.fetch();
        const answer = await response.json();
        for (const [index, settlement] of Object.keys(texts).entries())
          Object.assign(answer.data[index], { settlement, strategy_type: 'lending' });
        await route.fulfill({ response, json: answer });
      });
      await page.goto('/strategies');
      await signIn(page);
      for (const width of [320, 900, 1280]) {
        await setViewportAndScheme(page, { width, scheme: 'light' });
        for (const [index, text] of Object.values(texts).entries()) {
          const row = page
            .locator('tbody tr')
            .filter({ has: page.locator('.name') })
            .nth(index);
          await expect.poll(async () => (await row.innerText()).split(text).length - 1).toBe(1);
        }
        expect(await measureHorizontalOverflowPx(page)).toBe(0);
      }
    }));
}
