import { expect, test } from 'vitest';
import type { Dashboard } from '../support/dashboard.ts';
import { go, signIn } from '../support/visit.ts';

export function stateFlows(dashboard: () => Dashboard): void {
  test('signs in with a wallet that signs, for the page alone or for the device', () =>
    dashboard().during(async ({ page, wallet }) => {
      await page.goto('/developer/keys');
      await signIn(page);
      await page.getByText('No keys yet').waitFor();
      expect(await page.locator('.account').getAttribute('title')).toBe(wallet.address);
      await page.reload();
      await page.getByText('Sign in with your wallet').waitFor();
      await signIn(page, { keep: true });
      await page.reload();
      await page.getByText('No keys yet').waitFor();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('link', { name: 'Sign in' }).waitFor();
      expect(await page.evaluate('localStorage.getItem("yield.session")')).toBeNull();
    }));

  test('signs out without a refusal, whatever the page was still asking for', () =>
    dashboard().during(async ({ page }) => {
      await page.goto('/developer/keys');
      await signIn(page);
      await page.getByText('No keys yet').waitFor();
      const asked = page.waitForRequest('**/investments?*');
      const given = new Promise<void>((resolve) => {
        const isIt = (url: string) => url.includes('/investments?') && resolve();
        page.on('response', (response) => isIt(response.url()));
        page.on('requestfailed', (request) => isIt(request.url()));
      });
      // What is asked for reaches the service once the session has ended there, and is answered before the page knows.
      let ended = () => {};
      const hasEnded = new Promise<void>((resolve) => {
        ended = resolve;
      });
      await page.route('**/investments?*', (route) => hasEnded.then(() => route.continue()));
      await page.route('**/auth/logout', async (route) => {
        const response = await route.fetch();
        ended();
        await given;
        await route.fulfill({ response });
      });
      await go(page, '/positions');
      await asked;
      const loggedOut = page.waitForResponse('**/auth/logout');
      await page.getByRole('button', { name: 'Sign out' }).click();
      expect((await loggedOut).status()).toBe(200);
      await page.getByText('High yields of low risk').waitFor();
      expect(await page.getByText('Your session has ended').count()).toBe(0);
    }));

  test('asks to sign in again where the session was ended elsewhere', () =>
    dashboard().during(
      async ({ page }) => {
        await page.goto('/developer/sessions');
        await signIn(page);
        await page.getByText('This one').waitFor();
        expect(await page.locator('.entry').textContent()).toContain('Test Wallet');
        await page.route('**/user/api-keys*', (route) =>
          route.continue({ headers: { ...route.request().headers(), 'x-api-key': 'yk_test_ended' } }),
        );
        await go(page, '/developer/keys');
        await page.getByText('Your session has ended').waitFor();
        expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Sign in');
      },
      [/status of 401/],
    ));

  test('says that it is offline, and goes on by itself', () =>
    dashboard().during(
      async ({ page, context }) => {
        await page.goto('/strategies');
        await signIn(page);
        await page.getByText(/of \d+ strategies/).waitFor();
        await go(page, '/market');
        await page.getByText('Value out').waitFor();
        await context.setOffline(true);
        await page.getByText('You are offline. What you see').waitFor();
        await page.getByText('90 days').first().click();
        await context.setOffline(false);
        await expect.poll(() => page.getByText('You are offline').count()).toBe(0);
        await expect.poll(() => page.locator('.is-stale').count()).toBe(0);
      },
      [/ERR_INTERNET_DISCONNECTED/],
    ));

  test('says what failed, and tries again when asked', () =>
    dashboard().during(
      async ({ page }) => {
        await page.route('**/market/summary', (route) => route.abort());
        await page.goto('/');
        await page.getByText('The service gave no answer').waitFor();
        await page.unroute('**/market/summary');
        await page.getByRole('button', { name: 'Try again' }).click();
        await page.getByText('High yields of low risk').waitFor();
      },
      [/ERR_FAILED/],
    ));
}
