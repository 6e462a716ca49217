import { expect, test } from 'vitest';
import { createClient } from '../../../clients/sdk/src/index.ts';
import { findUserByWallet } from '../../../shared/accounts/store/users.ts';
import { updateUser } from '../../../shared/accounts/users.ts';
import { PER_PAGE_MAX } from '../../../shared/platform/contract/query.ts';
import { strategies } from '../../../shared/strategies/contract/documentation.ts';
import { startReceiver } from '../../notifications/support/receiver.ts';
import { createAccountsContext, makeSession } from '../../support/accounts.ts';
import { present } from '../../support/present.ts';
import type { Dashboard } from '../support/dashboard.ts';
import { signIn } from '../support/visit.ts';

export function registerWebhookFlows(dashboard: () => Dashboard): void {
  test('a user creates a webhook endpoint, tests it, sees its deliveries, and deletes it', () =>
    dashboard().during(
      async ({ page }) => {
        const statuses = [400, 204, 500];
        const receiver = await startReceiver({ answer: () => statuses.shift() ?? 204 });
        await page.goto('/developer/webhooks');
        await signIn(page);
        await page.getByText('No endpoints yet').waitFor();
        await page.getByRole('button', { name: 'Create endpoint' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByText('{"challenge": "…"}').waitFor();
        await dialog.getByLabel('Address').fill('https://10.0.0.1/');
        await dialog.getByRole('button', { name: 'Create endpoint' }).click();
        await dialog.getByRole('alert').getByText('URL:').waitFor();
        await dialog.getByLabel('Address').fill(`http://127.0.0.1:${receiver.port}/`);
        await dialog.getByLabel('Description').fill('Mine');
        await dialog.getByLabel('Deposits, withdrawals').uncheck();
        await dialog.getByRole('button', { name: 'Create endpoint' }).click();
        await page.getByText('It is shown only once').waitFor();
        expect(await page.locator('[data-secret]').textContent()).toMatch(/^whsec_/);
        await page.getByLabel('I have stored the secret').check();
        await page.getByRole('button', { name: 'Done' }).click();
        expect(await page.content()).not.toContain('whsec_');

        await page.getByText('Not verified: send a test').waitFor();
        const guide = page.getByRole('link', { name: 'Guide to webhooks' });
        expect(await guide.getAttribute('href')).toBe('/docs/guides/webhooks');
        await page.getByRole('button', { name: 'Send a test' }).click();
        await page.getByText('Your server responded, but not with the challenge.').waitFor();
        // The delivery log also has the button `Send a test`, and shows the result of the test.
        await page.getByRole('button', { name: 'Deliveries' }).click();
        await dialog.getByRole('button', { name: 'Send a test' }).click();
        await dialog
          .getByText(
            'The endpoint is verified. The test was delivered. Your server answered with status 200.',
          )
          .waitFor();
        await dialog.getByRole('button', { name: 'Close' }).click();
        await page.getByText('Enabled', { exact: true }).waitFor();
        await page.getByText('· verified').waitFor();
        expect(await guide.count()).toBe(0);

        // A new key creates an event. Its first delivery fails, and a manual retry succeeds.
        await page.evaluate('document.querySelector(\'nav a[href="/developer/keys"]\').click()');
        await page.getByRole('button', { name: 'Create key' }).click();
        await dialog.getByLabel('Name').fill('Robot');
        await dialog.getByRole('button', { name: 'Create key' }).click();
        await page.getByLabel('I have stored the key').check();
        await page.getByRole('button', { name: 'Done' }).click();
        await page.evaluate('document.querySelector(\'nav a[href="/developer/webhooks"]\').click()');
        await page.getByRole('button', { name: 'Deliveries' }).click();
        await dialog.getByText('api_key.created').first().waitFor();
        await dialog.getByRole('button', { name: 'Send again' }).first().click();
        await dialog.getByText('Delivered').first().waitFor();
        await dialog.getByRole('button', { name: 'Close' }).click();

        await page.getByRole('button', { name: 'Disable' }).click();
        await page.getByRole('button', { name: 'Enable' }).waitFor();
        await page.getByRole('button', { name: 'Delete' }).click();
        await page.getByRole('button', { name: 'Delete endpoint' }).click();
        await page.getByText('No endpoints yet').waitFor();
        await receiver.stop();
      },
      [/status of 400/],
    ));

  test('a user creates an alert on a strategy, pauses it, and deletes it', () =>
    dashboard().during(async ({ page }) => {
      const { service } = dashboard();
      const listed = await service.call(strategies.list, {
        key: service.keys.enterprise,
        query: { per_page: '1' },
      });
      await page.goto('/developer/alerts');
      await signIn(page);
      await page.getByText('No alerts yet').waitFor();
      await page.getByRole('button', { name: 'Create alert' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('APY level in percent').fill('1.5');
      await dialog.getByLabel('Strategies', { exact: true }).selectOption('strategy');
      await dialog.getByLabel('Strategy').fill(present(listed.data[0]).id);
      await dialog.getByRole('button', { name: 'Create alert' }).click();
      await page.getByText('When the APY falls below a level', { exact: true }).waitFor();
      await page.getByText('1.5%', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Pause' }).click();
      await page.getByText('Paused', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByText('No alerts yet').waitFor();
    }));

  test('a user creates an alert on all strategies that match a filter', () =>
    dashboard().during(
      async ({ page }) => {
        await page.goto('/developer/alerts');
        await signIn(page);
        await page.getByRole('button', { name: 'Create alert' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Notify me when').selectOption('flagged');
        await dialog.getByLabel('Strategies', { exact: true }).selectOption('filter');
        await dialog.getByRole('button', { name: 'Create alert' }).click();
        await dialog.getByRole('alert').getByText('Filter:').waitFor();
        await dialog.getByLabel('Chain').fill('base');
        await dialog.getByLabel('Asset').fill('USDC');
        await dialog.getByRole('button', { name: 'Create alert' }).click();
        await page.getByText('For strategies that match Base, USDC').waitFor();
      },
      [/status of 400/],
    ));

  test('the dashboard lists all alerts of an account, even if the API returns them in several pages', () =>
    dashboard().during(async ({ page, wallet }) => {
      const { service } = dashboard();
      await page.goto('/developer/alerts');
      await signIn(page);
      await page.getByText('No alerts yet').waitFor();
      const user = present(await findUserByWallet(service.table, { address: wallet.address }));
      await updateUser(createAccountsContext(service.table), user.id, { plan: 'enterprise' }, new Date());
      const { text: token } = await makeSession(createAccountsContext(service.table), user.id, new Date());
      const client = createClient({ baseUrl: service.baseUrl, credential: token });
      for (let count = 0; count <= PER_PAGE_MAX; count += 1)
        await client.notifications.createAlert({ kind: 'flagged', target: 'positions' });
      await page.reload();
      await signIn(page);
      const alerts = page.getByRole('button', { name: 'Pause' });
      await alerts.nth(PER_PAGE_MAX).waitFor();
      expect(await alerts.count()).toBe(PER_PAGE_MAX + 1);
    }));
}
