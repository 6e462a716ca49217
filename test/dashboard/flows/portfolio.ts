import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { investments } from '../../../shared/investments/contract/documentation.ts';
import { strategies } from '../../../shared/strategies/contract/documentation.ts';
import { present } from '../../support/present.ts';
import { collectAccessibilityFindings } from '../support/accessibility.ts';
import type { Dashboard } from '../support/dashboard.ts';
import { setViewportAndScheme, signIn } from '../support/visit.ts';

export function registerPortfolioFlows(dashboard: () => Dashboard): void {
  test('a user sees positions by day, a filtered history with a CSV file, and a statement', () =>
    dashboard().during(async ({ page }) => {
      const { service } = dashboard();
      await page.goto('/positions');
      await signIn(page, { keep: true });
      await page.getByText('No positions yet').waitFor();
      const key: string = await page.evaluate("JSON.parse(localStorage.getItem('yield.session')).token");
      const { data } = await service.call(strategies.list, { key, query: { asset: 'USDC', per_page: '1' } });
      const { id, name } = present(data[0]);
      await service.call(investments.deposit, { key, body: { strategy_id: id, amount: '1200' } });
      await page.reload();
      await page.getByRole('rowheader', { name }).waitFor();
      await page.locator('.tile').getByText('in the sandbox, without real money').waitFor();
      await page.getByRole('figure', { name: /^Value over 31 days/ }).waitFor({ state: 'attached' });
      await setViewportAndScheme(page, { width: 320, scheme: 'light' });
      const buttons = ['Deposit into', 'Move from', 'Withdraw from'].map((action) =>
        page.getByRole('button', { name: `${action} ${name}` }).boundingBox(),
      );
      const tops = (await Promise.all(buttons)).map((box) => box?.y);
      expect(new Set(tops).size, `one row of buttons: ${tops}`).toBe(1);
      await setViewportAndScheme(page, { width: 1_280, scheme: 'light' });
      expect(await collectAccessibilityFindings(page)).toEqual([]);

      await page.getByRole('link', { name: 'History', exact: true }).click();
      await page.getByText('1,200 USDC').waitFor();
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download CSV' }).click();
      const file = await readFile(await (await saving).path(), 'utf8');
      expect(file.split('\r\n')[0]).toMatch(/^time,type,status,strategy_id/);
      expect(file.split('\r\n')[1]).toContain(`deposit,confirmed,${id}`);
      await page.getByLabel('Type').selectOption('withdrawal');
      await page.getByText('Nothing matches these filters').waitFor();

      await page.getByText('1 entry saved in your downloads').waitFor();

      await page.getByRole('link', { name: 'Statement', exact: true }).click();
      await page.getByRole('rowheader', { name }).getByText('Sandbox').waitFor();
      await page.getByRole('button', { name: 'Print' }).waitFor();
      const statement = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download CSV' }).click();
      const lines = (await readFile(await (await statement).path(), 'utf8')).split('\r\n');
      expect(lines[0]).toMatch(/^settlement,strategy_id,chain/);
      expect(lines[1]).toContain(`sandbox,${id},`);
      await page.getByText('1 line saved in your downloads').waitFor();
      // Amounts in vaults and in the sandbox are not shown as one sum.
      await page.route('**/portfolio/statement?*', async (route) => {
        const response = await route.fetch();
        const { data: sandboxLines, meta } = await response.json();
        const vaultLine = {
          ...sandboxLines[0],
          settlement: 'onchain',
          investment_id: 'inv_a',
          value_usd: 50.25,
        };
        const pagination = { ...meta.pagination, total: 2, count: 2 };
        await route.fulfill({
          json: { success: true, data: [...sandboxLines, vaultLine], meta: { ...meta, pagination } },
        });
      });
      await page.getByLabel('Date of the statement').fill('2099-01-01');
      await page
        .getByText(/^\$50\.25 in vaults, \$1,[\d,.]+ in the sandbox$/)
        .first()
        .waitFor();
      await page.unroute('**/portfolio/statement?*');
      await page.getByLabel('Date of the statement').fill('2020-01-01');
      await page.getByText('Time of the statement: the end of 2020-01-01 (UTC)').waitFor();
      await page.getByText('No positions on this day').waitFor();
      expect(await collectAccessibilityFindings(page)).toEqual([]);
    }));

  test('a user connects the wallet that signed in, and then requests the removal of this wallet', () =>
    dashboard().during(async ({ page }) => {
      await page.goto('/positions/wallets');
      await signIn(page);
      await page.getByText('Your sign-in has verified this wallet').waitFor();
      await page.getByRole('button', { name: 'Connect this wallet' }).click();
      await page.getByText('Verified by your sign-in').waitFor();
      const link = page.getByRole('link', { name: 'your positions' });
      expect(await link.getAttribute('href')).toBe('/positions');
      await page.getByRole('button', { name: /^Request removal of 0x/ }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('Request the removal of this wallet?').waitFor();
      expect(await collectAccessibilityFindings(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Request removal' }).click();
      await page.getByText('Removal requested').waitFor();
      expect(await page.getByRole('button', { name: /^Request removal/ }).count()).toBe(0);
    }));

  test('a page that is opened minutes after the sign-in shows times relative to the current time', () =>
    dashboard().during(async ({ page }) => {
      await page.clock.install();
      await page.goto('/positions/history');
      await signIn(page);
      await page.getByText('No deposits or withdrawals yet').waitFor();
      await page.clock.fastForward('02:30');
      await page.getByRole('link', { name: 'Statement', exact: true }).click();
      await page.getByText('No positions on this day').waitFor();
      await page.locator('main time').getByText('2 minutes ago').waitFor({ timeout: 10_000 });
    }));

  test('a user watches a strategy, creates an alert for it, and filters the list by the watchlist', () =>
    dashboard().during(async ({ page }) => {
      const { service } = dashboard();
      const query = { asset: 'USDC', per_page: '1' };
      const { data } = await service.call(strategies.list, { key: service.keys.pro, query });
      const { id, name } = present(data[0]);
      await page.goto(`/strategies/${id}`);
      await signIn(page);
      await page.getByRole('button', { name: 'Add to watchlist' }).click();
      await page.getByRole('button', { name: 'On your watchlist' }).waitFor();
      await page.getByRole('button', { name: 'Alert me' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText(`Alert on ${name}`).waitFor();
      await dialog.getByLabel('APY level in percent').fill('2');
      expect(await collectAccessibilityFindings(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Create alert' }).click();
      await page.getByText('The alert is created').waitFor();
      await page.getByRole('link', { name: 'Strategies', exact: true }).first().click();
      await page.getByLabel('Watchlist only (1)').check();
      await expect.poll(() => page.locator('tbody .name').allTextContents()).toEqual([name]);
      expect(page.url()).toContain('watched=true');
    }));

  test('a user sees the to-do list, the details of an API key, and the events of one topic', () =>
    dashboard().during(async ({ page }) => {
      const { service } = dashboard();
      await page.goto('/developer/keys');
      await signIn(page);
      const todo = page.getByRole('listitem').filter({ hasText: 'To do:' });
      await page.getByText('No keys yet').waitFor();
      await expect.poll(() => todo.count()).toBe(3);
      await page.getByRole('button', { name: 'Create key' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill('Robot');
      await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
      const key = (await page.locator('[data-secret]').textContent()) ?? '';
      await page.getByLabel('I have stored the key').check();
      await page.getByRole('button', { name: 'Done' }).click();
      await service.call(strategies.list, { key, query: { per_page: '1' } });
      await expect.poll(() => todo.count()).toBe(2);

      await page.getByRole('link', { name: 'Robot', exact: true }).click();
      await page.getByRole('heading', { name: 'Robot' }).waitFor();
      await page.getByText('API key created').waitFor();
      await page.getByText('Allowed IP addresses').waitFor();
      expect(await page.content()).not.toContain(key);
      expect(await collectAccessibilityFindings(page)).toEqual([]);

      await page.getByRole('link', { name: 'Events', exact: true }).click();
      await page.getByText('Signed in').waitFor();
      await page.getByLabel('Topic').selectOption('money');
      await page.getByText('No event matches these filters').waitFor();
      expect(await collectAccessibilityFindings(page)).toEqual([]);
    }));
}
