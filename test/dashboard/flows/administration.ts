import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { adminUserRoutes } from '../../../shared/accounts/contract/admin-documentation.ts';
import { user } from '../../../shared/accounts/contract/documentation.ts';
import { updateUser } from '../../../shared/accounts/users.ts';
import { walletprovider, wallet as walletRoutes } from '../../../shared/wallets/contract/documentation.ts';
import { createAccountsContext } from '../../support/accounts.ts';
import { present } from '../../support/present.ts';
import { collectAccessibilityFindings } from '../support/accessibility.ts';
import type { Dashboard } from '../support/dashboard.ts';
import {
  countAccountNameCharacters,
  measureHorizontalOverflowPx,
  navigate,
  scrollingMenusOf,
  setViewportAndScheme,
  signIn,
  VIEWPORT_VARIANTS,
} from '../support/visit.ts';

/** Minimum number of characters of the account's name in the header, even beside six links. */
const ACCOUNT_CHARACTERS_MIN = 8;

/** Creates a wallet connection of the Enterprise user, and requests its removal. Returns the connection's id. */
async function createConnectionAwaitingRemoval({ service }: Dashboard): Promise<string> {
  const key = service.keys.enterprise;
  const walletAddress = `0x${randomBytes(20).toString('hex')}`;
  const made = await service.call(walletprovider.create, {
    key,
    body: { walletAddress, userId: 'end-user' },
  });
  const connectionId = made.data.id;
  await service.call(walletprovider.removalRequest, {
    key,
    body: { connectionId, reason: 'no longer used' },
  });
  return connectionId;
}

export function registerAdministrationFlows(dashboard: () => Dashboard): void {
  test('an administrator sees statistics, approves wallet removals, and suspends and reinstates users', () =>
    dashboard().during(async ({ page, wallet }) => {
      const { service } = dashboard();
      await page.goto('/login');
      await signIn(page);
      expect(await page.getByRole('link', { name: 'Administration' }).count()).toBe(0);
      await navigate(page, '/administration/users');
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
      expect(await page.getByRole('navigation', { name: 'Administration' }).count()).toBe(0);
      const mine = await service.call(adminUserRoutes.users, {
        key: service.keys.admin,
        query: { search: wallet.address },
      });
      await updateUser(
        createAccountsContext(service.table),
        present(mine.data[0]).id,
        { role: 'admin' },
        new Date(),
      );
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
      await navigate(page, '/login');
      await signIn(page);

      await page.getByRole('link', { name: 'Administration' }).click();
      await page.getByText('Keys in use').waitFor();
      for (let width = 320; width <= 1_400; width += 40) {
        await setViewportAndScheme(page, { width, scheme: 'light' });
        const { shown } = await countAccountNameCharacters(page);
        expect.soft(shown, `account at ${width}`).toBeGreaterThanOrEqual(ACCOUNT_CHARACTERS_MIN);
        expect.soft(await measureHorizontalOverflowPx(page), `header at ${width}`).toBe(0);
        expect.soft(await scrollingMenusOf(page), `menus at ${width}`).toEqual([]);
      }
      await setViewportAndScheme(page, { width: 1_280, scheme: 'light' });
      const connection = await createConnectionAwaitingRemoval(dashboard());
      const sections = [
        ['overview', 'Solvency'],
        ['users', 'Administrator'],
        ['wallets', 'no longer used'],
        ['activity', 'Role changed'],
      ] as const;
      for (const [section, text] of sections) {
        await navigate(page, `/administration/${section}`);
        await page.getByText(text).first().waitFor();
        for (const look of VIEWPORT_VARIANTS) {
          await setViewportAndScheme(page, look);
          expect.soft(await measureHorizontalOverflowPx(page), `${section} ${look.width}`).toBe(0);
          expect.soft(await collectAccessibilityFindings(page), `${section} ${look.width}`).toEqual([]);
          await page.screenshot({
            path: `.local/screenshots/administration-${section}-${look.width}-${look.scheme}.png`,
          });
        }
      }

      await navigate(page, '/administration/wallets');
      // Other tests leave removal requests of their own.
      const requested = await service.call(walletRoutes.get, {
        key: service.keys.enterprise,
        params: { id: connection },
      });
      const { walletAddress } = requested.data;
      const keep = page.getByRole('button', { name: new RegExp(`^Keep ${walletAddress.slice(0, 6)}`) });
      await keep.click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Reason').fill('still in use');
      await dialog.getByRole('button', { name: 'Keep', exact: true }).click();
      await keep.waitFor({ state: 'detached' });
      const { data } = await service.call(walletRoutes.get, {
        key: service.keys.enterprise,
        params: { id: connection },
      });
      expect(data.status).toBe('active');

      await navigate(page, '/administration/users');
      const { data: pro } = await service.call(user.profile, { key: service.keys.pro });
      await page.getByLabel('Find').fill(pro.id);
      const row = page.getByRole('listitem').filter({ hasText: pro.id });
      await row.getByRole('button', { name: /^Suspend/ }).click();
      await dialog.getByLabel('Reason').fill('asked for it');
      await dialog.getByRole('button', { name: 'Suspend', exact: true }).click();
      await page.getByText('The user is suspended').waitFor();
      expect((await service.call(user.profile, { key: service.keys.pro })).status).toBe(401);
      await row.getByRole('button', { name: /^Reinstate/ }).click();
      await dialog.getByRole('button', { name: 'Reinstate', exact: true }).click();
      await page.getByText('The user is reinstated').waitFor();
      expect((await service.call(user.profile, { key: service.keys.pro })).status).toBe(200);
    }));
}
