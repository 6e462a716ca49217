import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type Dashboard, listAllPages } from '../support/dashboard.ts';
import { navigate, signIn, visit } from '../support/visit.ts';

const YEAR_MS = 365 * 86_400_000;
const RATE_LIMITED_BODY = { success: false, error: { code: 'rate_limited', message: 'Too many requests.' } };

/** Advances time over the pauses between attempts. Returns whether the text is shown then. */
async function retried(page: Page, text: string): Promise<boolean> {
  await page.clock.runFor(2_000);
  return (await page.getByText(text).count()) > 0;
}

export function registerStateFlows(dashboard: () => Dashboard): void {
  test('a sign-in ends at a reload of the page, unless the user chooses to stay signed in on this device', () =>
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

  test('a page that needs a session explains to visitors why they must sign in', () =>
    dashboard().during(async ({ page }) => {
      await page.goto('/market');
      await page.getByText('The page “Market” shows TVL by chain, protocol and asset over time').waitFor();
      await page
        .getByText('You must sign in to see this page, because the API must know your account')
        .waitFor();
      await page.getByRole('link', { name: 'Sign in', exact: true }).click();
      await expect.poll(() => page.getByText('The page “Market”').count()).toBe(0);
    }));

  test('if the list of connected wallets is incomplete, the page shows the number of listed wallets and the total number', () =>
    dashboard().during(async ({ page }) => {
      await page.route('**/wallet/connections?*', async (route) => {
        const response = await route.fetch();
        const answer = await response.json();
        Object.assign(answer.meta.pagination, { total: 120 });
        await route.fulfill({ response, json: answer });
      });
      await page.goto('/positions/wallets');
      await signIn(page);
      await page.getByText('The list shows the first 0 of 120 wallets.').waitFor();
    }));

  test('if a user signs out before all requests of the page have ended, the page shows no error', () =>
    dashboard().during(async ({ page }) => {
      await page.goto('/developer/keys');
      await signIn(page);
      await page.getByText('No keys yet').waitFor();
      const listRequestPromise = page.waitForRequest('**/investments?*');
      const given = new Promise<void>((resolve) => {
        const resolveIfInvestmentsUrl = (url: string) => url.includes('/investments?') && resolve();
        page.on('response', (response) => resolveIfInvestmentsUrl(response.url()));
        page.on('requestfailed', (request) => resolveIfInvestmentsUrl(request.url()));
      });
      // The session ends while a request is pending, and the response arrives before the page shows the sign-out.
      let ended = () => {};
      const sessionEndPromise = new Promise<void>((resolve) => {
        ended = resolve;
      });
      await page.route('**/investments?*', (route) => sessionEndPromise.then(() => route.continue()));
      await page.route('**/auth/logout', async (route) => {
        const response = await route.fetch();
        ended();
        await given;
        await route.fulfill({ response });
      });
      await navigate(page, '/positions');
      await listRequestPromise;
      const logoutResponsePromise = page.waitForResponse('**/auth/logout');
      await page.getByRole('button', { name: 'Sign out' }).click();
      expect((await logoutResponsePromise).status()).toBe(200);
      await page.getByText('High APY with low risk').waitFor();
      expect(await page.getByText('Your session has expired').count()).toBe(0);
    }));

  test('a page asks for a new sign-in when the API answers 401 because the session has ended', () =>
    dashboard().during(
      async ({ page }) => {
        await page.goto('/developer/sessions');
        await signIn(page);
        await page.getByText('This session').waitFor();
        expect(await page.locator('.entry').textContent()).toContain('Test Wallet');
        await page.route('**/user/api-keys*', (route) =>
          route.continue({ headers: { ...route.request().headers(), 'x-api-key': 'yk_test_ended' } }),
        );
        await navigate(page, '/developer/keys');
        await page.getByText('Your session has expired').waitFor();
        expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Sign in');
      },
      [/status of 401/],
    ));

  test('a page says that the browser is offline until the browser is online again', () =>
    dashboard().during(
      async ({ page, context }) => {
        await page.goto('/strategies');
        await signIn(page);
        await page.getByText(/of \d+ strategies/).waitFor();
        await navigate(page, '/market');
        await page.getByText('Largest TVL falls').waitFor();
        await context.setOffline(true);
        await page.getByText('You are offline. The figures may be old').waitFor();
        await page.getByText('90 days').first().click();
        await context.setOffline(false);
        await expect.poll(() => page.getByText('You are offline').count()).toBe(0);
        await expect.poll(() => page.locator('.is-stale').count()).toBe(0);
      },
      [/ERR_INTERNET_DISCONNECTED/],
    ));

  test('a page says which request failed, and sends it again when the user clicks "Try again"', () =>
    dashboard().during(
      async ({ page }) => {
        await page.route('**/market/summary', (route) => route.abort());
        await page.goto('/');
        await page.getByText('The service did not respond').waitFor();
        await page.unroute('**/market/summary');
        await page.getByRole('button', { name: 'Try again' }).click();
        await page.getByText('High APY with low risk').waitFor();
      },
      [/ERR_FAILED/],
    ));

  test('a page counts down the seconds to wait after a rate limit, and then loads its data', () =>
    dashboard().during(
      async ({ page }) => {
        await page.clock.install();
        await page.goto('/strategies');
        await signIn(page);
        await page.getByText(/of \d+ strategies/).waitFor();
        let isRateLimited = true;
        await page.route('**/market/trends?*', (route) =>
          isRateLimited
            ? route.fulfill({ status: 429, headers: { 'Retry-After': '20' }, json: RATE_LIMITED_BODY })
            : route.continue(),
        );
        await navigate(page, '/market');
        await page.getByText('Request limit reached. The page continues in 20 s.').waitFor();
        await page.clock.fastForward(5_000);
        await page.getByText('Request limit reached. The page continues in 15 s.').waitFor();
        isRateLimited = false;
        await page.clock.fastForward(16_000);
        await page.getByText('Largest TVL falls').waitFor();
        expect(await page.getByText('Request limit reached').count()).toBe(0);
      },
      [/status of 429/],
    ));

  test('a page says that the service does not respond, and loads the failed parts when the service responds again', () =>
    dashboard().during(
      async ({ page }) => {
        await page.clock.install();
        await page.goto('/strategies');
        await signIn(page);
        await page.getByText(/of \d+ strategies/).waitFor();
        await page.route('**/v1/**', (route) => route.abort('connectionrefused'));
        await navigate(page, '/positions');
        await page.getByText('The service does not respond. The page tries again by itself.').waitFor();
        await expect.poll(() => retried(page, 'The service did not respond. Check')).toBe(true);
        await page.unroute('**/v1/**');
        await page.clock.fastForward(11_000);
        await page.getByText('No positions yet').waitFor();
        await expect.poll(() => page.getByText('The service did').count()).toBe(0);
      },
      [/ERR_CONNECTION_REFUSED/],
    ));

  test('a page shows an explanation when a file of its code cannot be loaded', () =>
    dashboard().during(
      async ({ page }) => {
        await page.goto('/login');
        await signIn(page);
        await page.route('**/assets/*.js', (route) => route.abort());
        await navigate(page, '/market');
        await page.getByText('A part of this page could not be loaded.').waitFor();
        expect(await page.getByText('dynamically imported').count()).toBe(0);
      },
      [/ERR_FAILED/, /dynamically imported/],
    ));

  test('a page says that the service is slow while a request takes a long time', () =>
    dashboard().during(async ({ page }) => {
      await page.clock.install();
      await page.goto('/strategies');
      await signIn(page);
      await page.getByText(/of \d+ strategies/).waitFor();
      let answer = () => {};
      const answerPromise = new Promise<void>((resolve) => {
        answer = resolve;
      });
      const listRequest = page.waitForRequest('**/market/trends?*');
      await page.route('**/market/trends?*', (route) => answerPromise.then(() => route.continue()));
      await navigate(page, '/market');
      await listRequest;
      await page.clock.fastForward(6_000);
      await page.getByText('The service is slow').waitFor();
      answer();
      await page.getByText('Largest TVL falls').waitFor();
      await expect.poll(() => page.getByText('The service is slow').count()).toBe(0);
    }));

  test('the page says that the session has ended when the session expires', () =>
    dashboard().during(async ({ page }) => {
      await page.clock.install();
      await page.goto('/developer/versions');
      await signIn(page);
      await page.getByText('not planned').first().waitFor();
      await page.clock.fastForward(YEAR_MS);
      await page.getByText('Your session has expired. Sign in again.').waitFor();
    }));

  test('a sign-out ends the session in every browser tab', () =>
    dashboard().during(async ({ page, context }) => {
      await page.goto('/login');
      const other = await context.newPage();
      await other.goto('/positions');
      await other.getByText('Sign in with your wallet').waitFor();
      await signIn(page, { keep: true });
      await other.getByText('No positions yet').waitFor();
      await page.getByRole('button', { name: 'Sign out' }).click();
      await other.getByText('You signed out in another tab.').waitFor();
      await other.close();
    }));

  test('every page is shown to a visitor whose locale the browser does not support', () =>
    dashboard().during(async ({ page }) => {
      await page.addInitScript({
        content: `for (const [name, value] of [['language', 'en-US@posix'], ['languages', ['en-US@posix', 'C']]])
          Object.defineProperty(Navigator.prototype, name, { get: () => value, configurable: true });`,
      });
      await page.goto('/login');
      await signIn(page);
      for (const [path, text] of await listAllPages(dashboard())) {
        await navigate(page, path);
        await page.getByText(text).first().waitFor({ state: 'attached' });
        expect(await page.getByText('This page could not be shown').count()).toBe(0);
      }
    }));

  test('numbers and dates follow the locale of the visitor, also in charts', async () => {
    const { browser, service } = dashboard();
    const origin = `http://localhost:${new URL(service.baseUrl).port}`;
    const { context, page, problems } = await visit(browser, origin, 'de-DE');
    await page.goto('/market');
    await signIn(page);
    await page.getByText('Largest TVL falls').waitFor();
    await page
      .locator('.plot-legend')
      .getByText(/\d,\d\d.(Mio|Mrd)\..\$/)
      .first()
      .waitFor();
    await page
      .locator('.plot-legend')
      .getByText(/\d\d?\.\d\d?\.20\d\d/)
      .waitFor();
    await page
      .getByText(/\d,\d\d.%/)
      .first()
      .waitFor();
    expect(
      await page
        .locator('.figure, .under, td')
        .getByText(/\d\.\d\d%/)
        .count(),
    ).toBe(0);
    expect(problems).toEqual([]);
    await context.close();
  });
}
