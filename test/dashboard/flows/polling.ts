import type { BrowserContext, Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { alerts } from '../../../shared/notifications/contract/documentation.ts';
import { strategies } from '../../../shared/strategies/contract/documentation.ts';
import { present } from '../../support/present.ts';
import { collectAccessibilityFindings } from '../support/accessibility.ts';
import type { Dashboard } from '../support/dashboard.ts';
import { navigate, signIn, waitUntilLoaded } from '../support/visit.ts';

const SECOND_MS = 1_000;
/** The test advances the page's stopped clock by this time (milliseconds), so that the page can show a response. */
const RENDER_MS = 10;
/** Step in seconds by which the tests advance the page's clock. No page polls more often. */
const STEP_SECONDS = 5;
const WALLET = '0x00000000000000000000000000000000000000aa';

const envelope = (data: readonly unknown[]) => ({
  success: true,
  data,
  meta: {
    pagination: { current_page: 1, per_page: 100, total: data.length, total_pages: 1, count: data.length },
  },
});

const transactionOf = (strategyId: string, status: string) => ({
  ...{ id: 'txn_a', type: 'deposit', settlement: 'onchain', status },
  ...{ strategy_id: strategyId, chain: 'ethereum', chain_id: 1, asset: 'USDC', amount: '40.5' },
  ...{
    wallet_address: WALLET,
    created_at: new Date().toISOString(),
    hashes: ['0xab'],
    transaction_hash: null,
    receiver_address: null,
    actual_changes: null,
    changes_as_expected: null,
    failure: null,
  },
});

const buildHolding = (strategyId: string, value: string) => ({
  ...{ strategy_id: strategyId, user_id: null, settlement: 'onchain', chain: 'ethereum', asset: 'USDC' },
  ...{
    vault_address: WALLET,
    wallet_address: WALLET,
    wallet_proven: true,
    shares: '40',
    pending_shares: '0',
  },
  ...{ net_deposited: '40.5', value, earned: '0.5', priced_at: null },
});

/** Returns a function that returns the number of polls: requests for the lists of events or transactions. */
function countPolls(context: BrowserContext): () => number {
  let polls = 0;
  context.on('request', (request: Request) => {
    if (/\/v1\/(events|investments\/transactions)\?/.test(request.url())) polls += 1;
  });
  return () => polls;
}

/** Stops time in all pages of the context, so that only the test advances it. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(Date.now() + SECOND_MS);
}

/** Returns the set of the context's requests that have no answer yet. */
function trackRequests(context: BrowserContext): { unanswered: ReadonlySet<Request>; stop: () => void } {
  const unanswered = new Set<Request>();
  const add = (request: Request) => void unanswered.add(request);
  const remove = (request: Request) => void unanswered.delete(request);
  context.on('request', add).on('requestfinished', remove).on('requestfailed', remove);
  const stop = () => {
    context.off('request', add).off('requestfinished', remove).off('requestfailed', remove);
  };
  return { unanswered, stop };
}

/**
 * Advances the time of all pages of the context in steps of five seconds. Waits after each step until all requests have
 * a response. Otherwise, the client would repeat a request that has had no response for 30 seconds of page time.
 */
async function advanceTime(page: Page, seconds: number): Promise<void> {
  const { unanswered, stop } = trackRequests(page.context());
  for (let rest = seconds; rest > 0; rest -= STEP_SECONDS) {
    await page.clock.runFor(Math.min(rest, STEP_SECONDS) * SECOND_MS);
    await expect.poll(() => unanswered.size).toBe(0);
  }
  stop();
}

/** Makes a tab look hidden or visible, because a headless browser shows all tabs. */
async function setPageHidden(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate(
    `Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true });
     document.dispatchEvent(new Event('visibilitychange'));`,
  );
}

export function registerPollingFlows(dashboard: () => Dashboard): void {
  const fetchUsdcStrategy = async () => {
    const { service } = dashboard();
    const { data } = await service.call(strategies.list, {
      key: service.keys.enterprise,
      query: { asset: 'USDC', per_page: '1' },
    });
    return present(data[0]);
  };

  test('a confirmed deposit and its new balance appear without a reload', () =>
    dashboard().during(async ({ page }) => {
      const { id } = await fetchUsdcStrategy();
      await page.clock.install();
      let isConfirmed = false;
      await page.route('**/investments/transactions?*', (route) => {
        const isOpenListRequest = route.request().url().includes('status=');
        const listed = transactionOf(id, isConfirmed ? 'confirmed' : 'submitted');
        return route.fulfill({ json: envelope(isOpenListRequest && isConfirmed ? [] : [listed]) });
      });
      await page.route('**/investments/holdings?*', (route) =>
        route.fulfill({ json: envelope(isConfirmed ? [buildHolding(id, '41')] : []) }),
      );
      await page.goto('/positions');
      await signIn(page);
      await page.getByText('Submitted').waitFor();
      await page.getByText('No positions yet').waitFor();
      isConfirmed = true;
      await expect
        .poll(async () => {
          await advanceTime(page, 2);
          return page.getByText('Confirmed', { exact: true }).count();
        })
        .toBe(1);
      await page.getByText('41 USDC').waitFor();
      await page.getByText('Deposit confirmed').waitFor();
    }));

  test('only one visible browser tab polls for all tabs, at most 10 times a minute', () =>
    dashboard().during(async ({ page, context }) => {
      const { id } = await fetchUsdcStrategy();
      await page.clock.install();
      await context.route('**/investments/transactions?*', (route) =>
        route.fulfill({ json: envelope([transactionOf(id, 'submitted')]) }),
      );
      await page.goto('/positions');
      await signIn(page, { keep: true });
      await page.getByText('Submitted').waitFor();
      const other = await context.newPage();
      await other.goto('/positions');
      await other.getByText('Submitted').waitFor();
      await stopClock(page);
      const polls = countPolls(context);
      const polledUrls: string[] = [];
      for (const [name, each] of [
        ['page', page],
        ['other', other],
      ] as const)
        each.on('request', (request) => polledUrls.push(`${name} ${request.url()}`));
      await advanceTime(page, 60);
      const firstMinutePollCount = polls();
      expect(firstMinutePollCount).toBeGreaterThanOrEqual(3);
      expect(firstMinutePollCount).toBeLessThanOrEqual(10);
      await advanceTime(page, 60);
      // Without changes, a page polls every 30 seconds, and reads the events once.
      expect(polls() - firstMinutePollCount, polledUrls.join('\n')).toBeLessThanOrEqual(4);
      await setPageHidden(page, true);
      await setPageHidden(other, true);
      // Wait for requests that started before both tabs were hidden, so that they are not counted later.
      await advanceTime(page, STEP_SECONDS);
      const before = polls();
      await advanceTime(page, 60);
      expect(polls()).toBe(before);
      await setPageHidden(other, false);
      await advanceTime(page, 35);
      expect(polls()).toBeGreaterThan(before);
      await other.close();
    }));

  test('a page stops polling after a 429 until the time in Retry-After', () =>
    dashboard().during(
      async ({ page, context }) => {
        const { id } = await fetchUsdcStrategy();
        await page.clock.install();
        let isRejected = false;
        await page.route('**/investments/transactions?*', (route) =>
          isRejected
            ? route.fulfill({
                status: 429,
                // The pause is longer than the time until the check below, even on a busy machine.
                headers: { 'Retry-After': '200' },
                json: {
                  success: false,
                  error: { code: 'rate_limit_exceeded', message: 'Too many requests.' },
                },
              })
            : route.fulfill({ json: envelope([transactionOf(id, 'submitted')]) }),
        );
        const { unanswered, stop } = trackRequests(context);
        await page.goto('/positions');
        const firstEventsPromise = page.waitForResponse('**/v1/events?*');
        await signIn(page);
        await firstEventsPromise;
        await waitUntilLoaded(page, 'Submitted');
        // Wait for all responses. The test advances the page's clock, so the client's timeout of 30 seconds would
        // otherwise end these requests.
        await expect.poll(() => unanswered.size).toBe(0);
        stop();
        isRejected = true;
        await expect
          .poll(async () => {
            await advanceTime(page, 1);
            return page.getByText('Request limit reached').count();
          })
          .toBe(1);
        const polls = countPolls(context);
        await advanceTime(page, 40);
        expect(polls()).toBe(0);
        isRejected = false;
        await advanceTime(page, 200);
        await expect.poll(polls).toBeGreaterThan(0);
      },
      [/status of 429/],
    ));

  test('the dashboard header shows new events, and events that the user has read stay read after a reload', () =>
    dashboard().during(async ({ page }) => {
      const { service } = dashboard();
      const strategy = await fetchUsdcStrategy();
      await page.goto('/strategies');
      await signIn(page, { keep: true });
      const key: string = await page.evaluate("JSON.parse(localStorage.getItem('yield.session')).token");
      // An alert creates an event for its account even without a webhook endpoint.
      await service.call(alerts.create, {
        key,
        body: { kind: 'apy_above', target: 'strategy', strategy_id: strategy.id, level: -90 },
      });
      let apy = 12.5;
      await page.route('**/v1/events?*', async (route) => {
        const response = await route.fetch();
        const { data, meta } = await response.json();
        const alert = {
          ...{ id: 'evt_a', sequence: 1_000, created_at: new Date().toISOString(), account: 'usr_a' },
          type: 'strategy.apy_above',
          data: { strategy_id: strategy.id, strategy_name: strategy.name, apy, level: 10 },
        };
        await route.fulfill({
          json: { success: true, data: [alert, ...data], meta: { ...meta, last_sequence: 1_000 } },
        });
      });
      await page.reload();
      const bell = page.getByRole('button', { name: /^Notifications/ });
      await page.getByRole('button', { name: /^Notifications, \d+ unread/ }).waitFor();
      await bell.click();
      await page.getByText('APY rose to 12.50%, above your limit of 10.00%').waitFor();
      // Waits for the page itself, which loads at the same time as the list of events.
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await collectAccessibilityFindings(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
      // The list is loaded again when it is opened, not only at the next poll.
      apy = 13.5;
      await bell.click();
      await page.getByText('APY rose to 13.50%, above your limit of 10.00%').waitFor();
      await page.reload();
      await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
      await bell.click();
      await page.getByText('APY rose to 13.50%, above your limit of 10.00%').click();
      await page.getByRole('heading', { level: 1, name: strategy.name }).waitFor();
    }));

  test('the notification bell and the event list show one row for each transaction, with the name of its strategy', () =>
    dashboard().during(async ({ page }) => {
      const { id, name } = await fetchUsdcStrategy();
      const data = {
        ...{ transaction_id: 'txn_a', transaction_type: 'deposit', settlement: 'onchain', strategy_id: id },
        ...{ investment_id: null, user_id: null, asset: 'USDC', amount: '40.5', transaction_hash: null },
      };
      const events = ['investment.confirmed', 'investment.pending'].map((type, index) => ({
        ...{
          id: `evt_${type}`,
          sequence: 900 - index,
          created_at: new Date().toISOString(),
          account: 'usr_a',
        },
        ...{ type, data },
      }));
      await page.route('**/v1/events?*', (route) => {
        const answer = envelope(events);
        return route.fulfill({ json: { ...answer, meta: { ...answer.meta, last_sequence: 900 } } });
      });
      const performanceRequestUrls: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/strategies/performance?')) performanceRequestUrls.push(request.url());
      });
      await page.goto('/developer/events');
      await signIn(page);
      await page.getByText(`Deposit of 40.5 USDC into ${name} is confirmed`).waitFor();
      await page.getByText('before that investment.pending · event number 899').waitFor();
      expect(await page.locator('.entries > .entry').count()).toBe(1);
      expect(await collectAccessibilityFindings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
      const items = page.getByRole('region', { name: 'Notifications' }).getByRole('listitem');
      await items.getByText(`Deposit of 40.5 USDC into ${name} is confirmed`).waitFor();
      expect(await items.count()).toBe(1);
      expect(performanceRequestUrls).toHaveLength(1);
    }));

  test('when the position of a newly confirmed deposit appears, the deposit is no longer shown as pending', () =>
    dashboard().during(async ({ page }) => {
      const { id } = await fetchUsdcStrategy();
      await page.clock.install();
      let isConfirmed = false;
      let isListResponseDelayed = false;
      const { promise: noteSeen, resolve: markNoteSeen } = Promise.withResolvers<void>();
      await page.route('**/investments/transactions?*', async (route) => {
        // Hold the response, so that the page keeps its old list until the test has seen the note on the page.
        if (isListResponseDelayed) await noteSeen;
        const isOpen = route.request().url().includes('status=');
        const listed = transactionOf(id, isConfirmed ? 'confirmed' : 'submitted');
        return route.fulfill({ json: envelope(isOpen && isConfirmed ? [] : [listed]) });
      });
      await page.route('**/investments/holdings?*', (route) =>
        route.fulfill({ json: envelope(isConfirmed ? [buildHolding(id, '41')] : []) }),
      );
      const isListed = page.waitForResponse('**/investments/transactions?*');
      await page.goto('/developer/keys');
      await signIn(page);
      await isListed;
      await page.getByText('No keys yet').waitFor();
      await stopClock(page);
      isListResponseDelayed = true;
      // The positions are loaded later than the list of transactions.
      await page.clock.runFor(3 * SECOND_MS);
      isConfirmed = true;
      await navigate(page, '/positions');
      const checking = page.getByText('Checking whether your positions already contain');
      await expect
        .poll(async () => {
          await page.clock.runFor(RENDER_MS);
          return (await page.getByText('41 USDC').count()) + (await checking.count());
        })
        .toBe(2);
      expect(await page.getByText('40.5 USDC').count()).toBe(0);
      markNoteSeen();
      await expect
        .poll(async () => {
          await advanceTime(page, 1);
          return page.getByRole('heading', { name: 'Finished since you opened this page' }).count();
        })
        .toBe(1);
      expect(await checking.count()).toBe(0);
    }));

  test('a user can resume or discard a deposit that was not signed', () =>
    dashboard().during(async ({ page, wallet }) => {
      const { id } = await fetchUsdcStrategy();
      const pending = { ...transactionOf(id, 'pending'), hashes: [], wallet_address: wallet.address };
      let open: unknown[] = [pending];
      await page.route('**/investments/transactions?*', (route) => route.fulfill({ json: envelope(open) }));
      const step = { type: 'deposit', to: WALLET, data: '0xbb', typed_data: null };
      const steps = [{ chain_id: 1, value: '0', gas_estimate: null, ...step }];
      const calls = [{ to: WALLET, data: '0xbb', value: '0x0' }];
      const expected_changes = { assets: '-40.5', shares: '39.9' };
      const detail = { ...pending, steps, calls, expected_changes, vault_address: WALLET };
      const answer = { json: { ...envelope([]), data: detail } };
      await page.route('**/investments/transactions/txn_a', (route) => route.fulfill(answer));
      await page.route('**/investments/transactions/txn_a/submit', (route) => {
        open = [{ ...pending, status: 'submitted', hashes: ['0xcd'] }];
        return route.fulfill(answer);
      });
      await page.route('**/investments/transactions/txn_a/cancel', (route) => {
        open = [];
        return route.fulfill(answer);
      });
      await page.goto('/positions');
      await signIn(page);
      await page.getByText('Not signed yet').waitFor();
      expect(await collectAccessibilityFindings(page)).toEqual([]);
      const dialog = page.getByRole('dialog');
      await page.getByRole('button', { name: /^Resume/ }).click();
      await dialog.getByText('Your wallet pays 40.5 USDC and receives 39.9 shares.').waitFor();
      await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
      await dialog.getByText('Submitted').waitFor();
      await dialog.getByText('0xcd').waitFor();
      await dialog.getByRole('button', { name: 'Close' }).click();
      expect(wallet.sent.map(({ data }) => data)).toEqual(['0xbb']);

      open = [pending];
      await page.reload();
      await signIn(page);
      // The wallet's account has a sent transaction that is in no block yet. This transaction may be the deposit.
      wallet.leaveUnmined(true);
      await page.getByRole('button', { name: /^Discard/ }).click();
      await dialog.getByRole('button', { name: 'Discard', exact: true }).click();
      await dialog.getByText('Your wallet has a pending transaction.').waitFor();
      wallet.leaveUnmined(false);
      await dialog.getByRole('button', { name: 'Discard', exact: true }).click();
      await page.getByText('The transaction was discarded').waitFor();
      await expect.poll(() => page.getByText('Not signed yet').count()).toBe(0);
    }));
}
