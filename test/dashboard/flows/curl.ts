import { expect, test } from 'vitest';
import { findUserByWallet } from '../../../shared/accounts/store/users.ts';
import { updateUser } from '../../../shared/accounts/users.ts';
import { createAccountsContext } from '../../support/accounts.ts';
import { present } from '../../support/present.ts';
import { type Dashboard, listAllPages } from '../support/dashboard.ts';
import { navigate, signIn } from '../support/visit.ts';

const TIMEOUT_MS = 300_000;

/** Pages that this test skips, because they load no data or their lists are empty. */
const PATHS_WITHOUT_LISTS = new Set(['/login', '/compare', '/developer/examples', '/nowhere']);

const CLIPBOARD_RECORDER_SCRIPT = `
  window.copies = [];
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { window.copies.push(text); } } });`;

export function registerCurlFlows(dashboard: () => Dashboard): void {
  test(
    'each page with a list offers a curl command that works and contains no credential',
    {
      timeout: TIMEOUT_MS,
    },
    () =>
      dashboard().during(async ({ page, wallet }) => {
        const { service } = dashboard();
        await page.addInitScript({ content: CLIPBOARD_RECORDER_SCRIPT });
        await page.goto('/login');
        await signIn(page, { keep: true });
        const user = present(await findUserByWallet(service.table, { address: wallet.address }));
        const changes = { role: 'admin', plan: 'enterprise' } as const;
        await updateUser(createAccountsContext(service.table), user.id, changes, new Date());
        await page.getByRole('button', { name: 'Sign out' }).click();
        await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
        await navigate(page, '/login');
        await signIn(page, { keep: true });
        const session: string = await page.evaluate(
          "JSON.parse(localStorage.getItem('yield.session')).token",
        );

        const pages = await listAllPages(dashboard());
        const sections = ['overview', 'users', 'wallets', 'activity'];
        const paths = [
          ...pages.map(([path]) => path).filter((path) => path !== '/administration'),
          ...sections.map((section) => `/administration/${section}`),
        ];
        for (const path of paths) {
          await navigate(page, path);
          const buttons = page.getByRole('button', { name: 'Copy as curl' });
          if (PATHS_WITHOUT_LISTS.has(path)) continue;
          await buttons.first().waitFor();
          await expect.poll(() => page.locator('[aria-busy=true], .skeleton').count()).toBe(0);
          for (const button of await buttons.all()) await button.click();
          const copies: string[] = await page.evaluate('window.copies.splice(0)');
          expect(copies.length, path).toBeGreaterThan(0);
          for (const copy of copies) {
            expect(copy).toMatch(/^(# KEY must be a session.*\n)?curl -H "X-API-KEY: \$KEY" "http[^"]+"$/);
            expect(copy).not.toMatch(/y[ks]_(live|test)_/);
            const url = copy.match(/"(http[^"]+)"$/)?.[1] ?? '';
            const key = copy.startsWith('#') ? session : service.keys.admin;
            const { status } = await fetch(url, { headers: { 'X-API-KEY': key } });
            expect.soft(status, copy).toBe(200);
          }
        }
      }),
  );
}
