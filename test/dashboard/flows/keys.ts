import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findUserByWallet } from '../../../shared/accounts/store/users.ts';
import { ITEMS } from '../../../shared/platform/dynamodb/table.ts';
import { strategies } from '../../../shared/strategies/contract/documentation.ts';
import type { Dashboard } from '../support/dashboard.ts';
import { pressTabUntil, signIn } from '../support/visit.ts';

const readShownKey = async (page: Page) => (await page.locator('[data-secret]').textContent()) ?? '';

async function storeKey(page: Page): Promise<string> {
  const key = await readShownKey(page);
  await page.getByLabel('I have stored the key').check();
  await page.getByRole('button', { name: 'Done' }).click();
  return key;
}

/** Signs in at the page of the keys, and waits for the keys. */
async function openKeysPage(page: Page): Promise<void> {
  await page.goto('/developer/keys');
  await signIn(page);
  await page.getByText('No keys yet').waitFor();
}

/** Creates a key called Robot with the keyboard only. */
async function createKeyByKeyboard(page: Page): Promise<string> {
  await pressTabUntil(page, 'Create key');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Robot');
  await pressTabUntil(page, 'investments:write');
  await page.keyboard.press('Space');
  await pressTabUntil(page, 'Create key');
  await page.keyboard.press('Enter');
  await page.getByText('It is shown only once').waitFor();
  const key = await readShownKey(page);
  const copyButtons = page.getByRole('dialog').getByRole('button', { name: /^Copy/ });
  expect(await copyButtons.allTextContents()).toEqual(['Copy key', 'Copy the commands']);
  expect(await page.getByRole('dialog').locator('pre').textContent()).toContain(`export KEY='${key}'`);
  await pressTabUntil(page, 'I have stored the key');
  await page.keyboard.press('Space');
  await pressTabUntil(page, 'Done');
  await page.keyboard.press('Enter');
  return key;
}

export function registerKeyFlows(dashboard: () => Dashboard): void {
  const fetchStatusWithKey = async (key: string) => {
    const { service } = dashboard();
    return (await service.call(strategies.list, { key, query: { per_page: '1' } })).status;
  };

  test('a user creates an API key with the keyboard alone, and later rotates and revokes it', () =>
    dashboard().during(async ({ page }) => {
      await openKeysPage(page);
      const first = await createKeyByKeyboard(page);
      const unused = page.getByText(/last used never/);
      await unused.waitFor();
      expect(await fetchStatusWithKey(first)).toBe(200);
      await page.getByText('investments:write', { exact: true }).waitFor();
      // When the user returns to the tab, the page shows without a reload that the key was used.
      await expect
        .poll(
          async () => {
            await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
            return unused.count();
          },
          { interval: 1_000 },
        )
        .toBe(0);
      // The focus is back on the button, and the page no longer contains the key.
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Create key');
      expect(await page.content()).not.toContain(first);

      await page.getByRole('button', { name: 'Rotate Robot' }).click();
      await page.getByLabel('The old key works for').selectOption('3600');
      await page.getByRole('button', { name: 'Rotate key' }).click();
      const second = await storeKey(page);
      expect([await fetchStatusWithKey(first), await fetchStatusWithKey(second)]).toEqual([200, 200]);
      await page.getByText('Replaced').waitFor();

      const revoke = page.getByRole('button', { name: 'Revoke Robot' });
      await revoke.first().click();
      await page.getByRole('button', { name: 'Keep it' }).click();
      expect(await fetchStatusWithKey(second)).toBe(200);
      for (const left of [1, 0]) {
        await revoke.first().click();
        await page.getByRole('button', { name: 'Revoke key' }).click();
        await expect.poll(() => revoke.count()).toBe(left);
      }
      expect([await fetchStatusWithKey(first), await fetchStatusWithKey(second)]).toEqual([401, 401]);
    }));

  test('a user limits an API key to some IP addresses', () =>
    dashboard().during(
      async ({ page }) => {
        await openKeysPage(page);
        await page.getByRole('button', { name: 'Create key' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Name').fill('Robot');
        await dialog.getByText('IP addresses', { exact: true }).click();
        await dialog.getByLabel('Allowed IP addresses').fill('203.0.113.0/24\nnowhere');
        await dialog.getByRole('button', { name: 'Create key' }).click();
        await dialog.getByRole('alert').getByText('Allowed IPs:').waitFor();
        await dialog.getByLabel('Allowed IP addresses').fill('203.0.113.0/24');
        await dialog.getByRole('button', { name: 'Create key' }).click();
        await page.getByText('It is shown only once').waitFor();
        const key = await storeKey(page);
        await page.getByText('from 203.0.113.0/24').waitFor();
        expect(await fetchStatusWithKey(key)).toBe(403);

        await page.getByRole('button', { name: 'Edit Robot' }).click();
        await dialog.getByLabel('Allowed IP addresses').fill('');
        await dialog.getByRole('button', { name: 'Save changes' }).click();
        await expect.poll(() => page.getByText('from 203.0.113.0/24').count()).toBe(0);
        expect(await fetchStatusWithKey(key)).toBe(200);
      },
      [/status of 400/],
    ));

  test('the page asks for a new wallet signature before a sensitive change if the sign-in is not recent', () =>
    dashboard().during(
      async ({ page, wallet }) => {
        await openKeysPage(page);
        const { table } = dashboard().service;
        const user = await findUserByWallet(table, { address: wallet.address });
        const before = Object.values(user?.sessions ?? {});
        // Sets the time of the sign-in to one hour ago.
        for (const { hash } of before) {
          await table.client.send(
            new UpdateCommand({
              TableName: table.name,
              Key: ITEMS.credential.key({ hash }),
              UpdateExpression: 'SET created_at = :at',
              ExpressionAttributeValues: { ':at': new Date(Date.now() - 3_600_000).toISOString() },
            }),
          );
        }
        expect(before).toHaveLength(1);
        const create = async () => {
          await page.getByRole('button', { name: 'Create key' }).click();
          const dialog = page.getByRole('dialog', { name: 'Create an API key' });
          await dialog.getByLabel('Name').fill('Robot');
          await dialog.getByLabel('investments:write').check();
          await dialog.getByRole('button', { name: 'Create key' }).click();
        };
        await create();
        const again = page.getByRole('dialog', { name: 'Sign in again' });
        await again.getByRole('button', { name: 'Cancel' }).click();
        await page.getByRole('alert').waitFor();
        await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
        await again.getByRole('button', { name: 'Test Wallet' }).click();
        await page.getByText('It is shown only once').waitFor();
        const key = await storeKey(page);
        expect(await fetchStatusWithKey(key)).toBe(200);
        await page.getByText('investments:write', { exact: true }).waitFor();
      },
      [/status of 403/],
    ));

  test('the page of API keys shows an API error and marks the form field that caused it', () =>
    dashboard().during(
      async ({ page }) => {
        await openKeysPage(page);
        await page.route('**/user/api-keys', (route) =>
          route.request().method() === 'POST'
            ? route.continue({ postData: JSON.stringify({ name: '', scopes: ['market:read'] }) })
            : route.continue(),
        );
        await page.getByRole('button', { name: 'Create key' }).click();
        await page.getByLabel('Name').fill('Robot');
        await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
        await page.getByRole('alert').getByText('Name:').waitFor();
        expect(await page.getByLabel('Name').getAttribute('aria-invalid')).toBe('true');
      },
      [/status of 400/],
    ));
}
