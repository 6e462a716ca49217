import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findUserByWallet } from '../../../shared/accounts/store/users.ts';
import { updateUser } from '../../../shared/accounts/users.ts';
import { createAccountsContext } from '../../support/accounts.ts';
import { present } from '../../support/present.ts';
import { type Dashboard, listAllPages, UNKNOWN_PATH } from '../support/dashboard.ts';
import {
  measureHorizontalOverflowPx,
  navigate,
  scrollingMenusOf,
  setViewportAndScheme,
  signIn,
  smallTargetsOf,
  waitUntilLoaded,
} from '../support/visit.ts';

/** Largest layout shift of a page. Web vitals call a shift up to 0.1 good. */
const LAYOUT_SHIFT_MAX = 0.05;
const TIMEOUT_MS = 600_000;
/** A phone, a tablet and a wide screen. The long tests show every page in all widths. */
const FEW_WIDTHS = [320, 768, 2560] as const;

const LAYOUT_SHIFT_SCRIPT = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (!hadRecentInput) window.shifts.push([value, sources.map(({ node }) => node?.className ?? node?.nodeName).join(', ')]);
    }
  }).observe({ type: 'layout-shift', buffered: true });`;

interface Edges {
  readonly left: number;
  readonly right: number;
}

const edgesOf = (page: Page, selector: string): Promise<Edges> =>
  page.locator(selector).evaluate((element: { getBoundingClientRect(): Edges }) => {
    const { left, right } = element.getBoundingClientRect();
    return { left, right };
  });

/** Expects that no element has moved since the page began to load. The page must run `LAYOUT_SHIFT_SCRIPT`. */
async function expectNoLayoutShift(page: Page, pageAndWidth: string): Promise<void> {
  const shifts: [number, string][] = await page.evaluate('window.shifts');
  const total = shifts.reduce((sum, [value]) => sum + value, 0);
  expect.soft(total, `${pageAndWidth}: ${JSON.stringify(shifts)}`).toBeLessThan(LAYOUT_SHIFT_MAX);
}

/** Expects that the page fits a window of this width, and that its header, content and footer are aligned. */
async function expectFittingWidth(page: Page, path: string, width: number): Promise<void> {
  await setViewportAndScheme(page, { width, scheme: 'light' });
  expect.soft(await measureHorizontalOverflowPx(page), `${path} at ${width}`).toBe(0);
  expect.soft(await scrollingMenusOf(page), `menus of ${path} at ${width}`).toEqual([]);
  expect.soft(await smallTargetsOf(page), `targets of ${path} at ${width}`).toEqual([]);
  const signOutEdges = await edgesOf(page, '.header-inner > :last-child');
  expect.soft(signOutEdges.right, `account of ${path} at ${width}`).toBeLessThanOrEqual(width);
  expect.soft(signOutEdges.left, `one row at ${width}`).toBeGreaterThan(width / 3);
  const brand = await edgesOf(page, '.brand');
  const content = await edgesOf(page, '#main > :first-child, #main > .stack > :first-child >> nth=0');
  const footer = await edgesOf(page, '.footer-inner > :first-child');
  expect.soft(footer.left, `footer of ${path} at ${width}`).toBe(brand.left);
  if (path !== '/login') expect.soft(content.left, `${path} at ${width}`).toBe(brand.left);
}

export function registerLayoutFlows(dashboard: () => Dashboard): void {
  test(
    'no element of a page moves while the page loads, and every page fits the width of the window',
    {
      timeout: TIMEOUT_MS,
    },
    () =>
      dashboard().during(async ({ page, wallet }) => {
        await page.goto('/login');
        await signIn(page, { keep: true });
        // The test loads every page, which is more requests per minute than the Free plan allows.
        const { table } = dashboard().service;
        const user = present(await findUserByWallet(table, { address: wallet.address }));
        await updateUser(createAccountsContext(table), user.id, { plan: 'enterprise' }, new Date());
        await page.addInitScript({ content: LAYOUT_SHIFT_SCRIPT });
        for (const [index, [path, text]] of (await listAllPages(dashboard())).entries()) {
          // Each page loads in only one width, alternately that of a phone and that of a laptop, because loading every
          // page twice takes half a minute.
          const loadWidth = index % 2 === 0 ? 390 : 1280;
          const isOnHost = path !== UNKNOWN_PATH;
          await setViewportAndScheme(page, { width: loadWidth, scheme: 'light' });
          await (isOnHost ? page.goto(path) : navigate(page, path));
          await waitUntilLoaded(page, text);
          if (isOnHost) await expectNoLayoutShift(page, `${path} at ${loadWidth}`);
          for (const width of FEW_WIDTHS) await expectFittingWidth(page, path, width);
        }
        await setViewportAndScheme(page, { width: 768, scheme: 'light' });
        expect(await page.locator('.account').isVisible()).toBe(true);
      }),
  );

  test('two strategies are compared side by side on a phone', () =>
    dashboard().during(async ({ page }) => {
      const compare = (await listAllPages(dashboard())).find(([path]) => path.startsWith('/compare?'));
      await page.setViewportSize({ width: 320, height: 900 });
      await page.goto(compare?.[0] ?? '');
      await signIn(page);
      const second = page.locator('.comparison tbody tr').first().locator('td').nth(1);
      await second.waitFor();
      const box = await second.boundingBox();
      expect((box?.x ?? 320) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
    }));

  test('the focus outline of a scrollable table does not extend beyond the border of the table', () =>
    dashboard().during(async ({ page }) => {
      await page.goto('/market');
      await signIn(page);
      await waitUntilLoaded(page, 'Largest TVL falls');
      const table = page.getByRole('region', { name: 'TVL by chain' });
      await page.keyboard.press('Tab');
      await table.focus();
      const frame = await page.evaluate(`(({ activeElement }) => {
        const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(activeElement);
        return [outlineStyle, Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)];
      })(document)`);
      expect(frame).toEqual(['solid', 0]);
    }));

  test('a printed page shows its figures in a dark colour, without buttons and navigation', () =>
    dashboard().during(async ({ page }) => {
      await page.goto('/market');
      await signIn(page);
      await waitUntilLoaded(page, 'Largest TVL falls');
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      expect(await page.getByRole('navigation').count()).toBe(0);
      expect(await page.getByRole('button').count()).toBe(0);
      expect(await page.getByRole('radio').count()).toBe(0);
      await page
        .getByRole('table', { name: 'TVL by chain' })
        .or(page.locator('.market-table'))
        .first()
        .waitFor();
      const ink = await page.evaluate('getComputedStyle(document.body).color');
      expect(ink).toBe('rgb(17, 22, 29)');
      await page.emulateMedia({ media: 'screen' });
    }));
}
