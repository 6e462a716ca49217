import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { strategies } from '../../../shared/strategies/contract/documentation.ts';
import type { Dashboard } from '../support/dashboard.ts';
import { signIn, tabTo } from '../support/visit.ts';

const shownKey = async (page: Page) => (await page.locator('[data-secret]').textContent()) ?? '';

async function storeKey(page: Page): Promise<string> {
  const key = await shownKey(page);
  await page.getByLabel('I have stored the key').check();
  await page.getByRole('button', { name: 'Done' }).click();
  return key;
}

/** Signs in where the keys are, and waits for them. */
async function openKeys(page: Page): Promise<void> {
  await page.goto('/developer/keys');
  await signIn(page);
  await page.getByText('No keys yet').waitFor();
}

/** Makes a key called Robot, touching nothing but the keyboard. */
async function createByKeyboard(page: Page): Promise<string> {
  await tabTo(page, 'Create key');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Robot');
  await tabTo(page, 'investments:read');
  await page.keyboard.press('Space');
  await tabTo(page, 'Create key');
  await page.keyboard.press('Enter');
  await page.getByText('It is shown this once').waitFor();
  const key = await shownKey(page);
  await tabTo(page, 'I have stored the key');
  await page.keyboard.press('Space');
  await tabTo(page, 'Done');
  await page.keyboard.press('Enter');
  return key;
}

export function keyFlows(dashboard: () => Dashboard): void {
  const statusWith = async (key: string) => {
    const { service } = dashboard();
    return (await service.call(strategies.list, { key, query: { per_page: '1' } })).status;
  };

  test('creates a key by the keyboard alone, with which the API is called; rotates and revokes it', () =>
    dashboard().during(async ({ page }) => {
      await openKeys(page);
      const first = await createByKeyboard(page);
      expect(await statusWith(first)).toBe(200);
      await page.getByText('investments:read', { exact: true }).waitFor();
      // The keyboard is back where it was, and the key is nowhere any more.
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Create key');
      expect(await page.content()).not.toContain(first);

      await page.getByRole('button', { name: 'Rotate Robot' }).click();
      await page.getByLabel('The old key works on for').selectOption('3600');
      await page.getByRole('button', { name: 'Rotate key' }).click();
      const second = await storeKey(page);
      expect([await statusWith(first), await statusWith(second)]).toEqual([200, 200]);
      await page.getByText('Replaced').waitFor();

      const revoke = page.getByRole('button', { name: 'Revoke Robot' });
      await revoke.first().click();
      await page.getByRole('button', { name: 'Keep it' }).click();
      expect(await statusWith(second)).toBe(200);
      for (const left of [1, 0]) {
        await revoke.first().click();
        await page.getByRole('button', { name: 'Revoke key' }).click();
        await expect.poll(() => revoke.count()).toBe(left);
      }
      expect([await statusWith(first), await statusWith(second)]).toEqual([401, 401]);
    }));

  test('holds a key to addresses and a limit of its own, and shows which of them are wrong', () =>
    dashboard().during(
      async ({ page }) => {
        await openKeys(page);
        await page.getByRole('button', { name: 'Create key' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Name').fill('Robot');
        await dialog.getByText('Addresses and a limit').click();
        await dialog.getByLabel('Addresses that may use it').fill('203.0.113.0/24\nnowhere');
        await dialog.getByLabel('Requests per minute').fill('30');
        await dialog.getByRole('button', { name: 'Create key' }).click();
        await dialog.getByRole('alert').getByText('body.allowed_ips').waitFor();
        await dialog.getByLabel('Addresses that may use it').fill('203.0.113.0/24');
        await dialog.getByRole('button', { name: 'Create key' }).click();
        await page.getByText('It is shown this once').waitFor();
        const key = await storeKey(page);
        await page.getByText('from 203.0.113.0/24').waitFor();
        await page.getByText('30 requests per minute').waitFor();
        expect(await statusWith(key)).toBe(403);

        await page.getByRole('button', { name: 'Edit Robot' }).click();
        await dialog.getByLabel('Addresses that may use it').fill('');
        await dialog.getByRole('button', { name: 'Save changes' }).click();
        await expect.poll(() => page.getByText('from 203.0.113.0/24').count()).toBe(0);
        expect(await statusWith(key)).toBe(200);
      },
      [/status of 400/],
    ));

  test('shows what the API refuses in its own words, at the field too', () =>
    dashboard().during(
      async ({ page }) => {
        await openKeys(page);
        await page.route('**/user/api-keys', (route) =>
          route.request().method() === 'POST'
            ? route.continue({ postData: JSON.stringify({ name: '', scopes: ['market:read'] }) })
            : route.continue(),
        );
        await page.getByRole('button', { name: 'Create key' }).click();
        await page.getByLabel('Name').fill('Robot');
        await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
        await page.getByRole('alert').getByText('body.name').waitFor();
        expect(await page.getByLabel('Name').getAttribute('aria-invalid')).toBe('true');
      },
      [/status of 400/],
    ));
}
