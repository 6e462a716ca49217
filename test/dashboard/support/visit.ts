import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type InjectedWallet, injectWallet } from './wallet.ts';

/** A visit to the dashboard: a page with a wallet, and all problems that occurred. */
export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly wallet: InjectedWallet;
  /** Script errors and console errors, including violations of the content security policy. */
  readonly problems: string[];
}

export interface Look {
  readonly width: number;
  readonly scheme: 'light' | 'dark';
}

/** Widths of phones, a tablet, a laptop and a wide screen in pixels. */
const WIDTHS = [320, 390, 768, 1280, 2560] as const;

/** All combinations of width and color scheme. */
export const VIEWPORT_VARIANTS: readonly Look[] = WIDTHS.flatMap((width) => [
  { width, scheme: 'light' },
  { width, scheme: 'dark' },
]);

const VIEWPORT_HEIGHT_PX = 900;
const NO_WALLET: InjectedWallet = {
  address: '',
  sent: [],
  batches: [],
  sendAsOne: () => undefined,
  refuseNext: () => undefined,
  leaveUnmined: () => undefined,
  addedChains: [],
  refuseNextChain: () => undefined,
};

export async function visit(
  browser: Browser,
  origin: string,
  locale = 'en-US',
  { wallet = true }: { wallet?: boolean } = {},
): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: origin,
    locale,
    viewport: { width: 1280, height: VIEWPORT_HEIGHT_PX },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`${page.url()}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error')
      problems.push(`${page.url()}: ${message.text()} (${message.location().url})`);
  });
  return { context, page, problems, wallet: wallet ? await injectWallet(page) : NO_WALLET };
}

/** Signs in on the sign-in page. If `keep` is true, the session is kept on the device. */
export async function signIn(page: Page, { keep = false } = {}): Promise<void> {
  if (keep) await page.getByLabel('Keep me signed in').check();
  await page.getByRole('button', { name: /Test Wallet/ }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
}

/** Navigates to another page as a link does, without a reload. */
export async function navigate(page: Page, path: string): Promise<void> {
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
  );
}

export async function setViewportAndScheme(page: Page, { width, scheme }: Look): Promise<void> {
  await page.setViewportSize({ width, height: VIEWPORT_HEIGHT_PX });
  await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
}

/** Returns the pixels by which the page is wider than the window. */
export const measureHorizontalOverflowPx = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** Minimum width and height in pixels of an element that a user can click or tap. */
const CLICK_TARGET_MIN_PX = 24;

/**
 * Returns the buttons, fields and links that are smaller than a pointer target must be. Links within a sentence may be
 * smaller, and a field in a label has the size of its label.
 */
export const smallTargetsOf = (page: Page): Promise<string[]> =>
  page.evaluate(`
    [...document.querySelectorAll('a[href], button, input, select, textarea, summary')].flatMap((element) => {
      if (element.closest('.skip, .hidden-visually') !== null || !element.checkVisibility()) return [];
      const isInText = [...element.parentNode.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
      if (element.matches('a') && isInText) return [];
      const { width, height } = (element.closest('label') ?? element).getBoundingClientRect();
      // A height such as 23.99 is a rounding error of the layout.
      const isLarge = Math.round(width) >= ${CLICK_TARGET_MIN_PX} && Math.round(height) >= ${CLICK_TARGET_MIN_PX};
      return isLarge ? [] : [element.outerHTML.slice(0, 120) + ' ' + width + 'x' + height];
    })`);

/**
 * Returns how many characters of the account's name the header shows (`shown`), and how many characters the name has
 * (`all`).
 */
export const countAccountNameCharacters = (page: Page): Promise<{ shown: number; all: number }> =>
  page.evaluate(`(() => {
    const element = document.querySelector('.account-name');
    const [text] = element.childNodes;
    const { width } = element.getBoundingClientRect();
    const range = document.createRange();
    range.setStart(text, 0);
    const widthOf = (count) => {
      range.setEnd(text, count);
      return range.getBoundingClientRect().width;
    };
    const all = text.data.length;
    if (widthOf(all) <= width + 0.5) return { shown: all, all };
    // The ellipsis takes the place of one character.
    let shown = all;
    while (shown > 0 && widthOf(shown) > width) shown -= 1;
    return { shown: shown - 1, all };
  })()`);

/** Returns the menus whose links do not fit their width. */
export const scrollingMenusOf = (page: Page): Promise<string[]> =>
  page.evaluate(`
    [...document.querySelectorAll('nav')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ ariaLabel }) => ariaLabel)`);

/** Presses Tab until the element with this name has the focus. Fails if no reachable element has the name. */
export async function pressTabUntil(page: Page, name: string): Promise<void> {
  const seen: string[] = [];
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab');
    const focused: string = await page.evaluate(
      `(({ activeElement: e }) => (e.getAttribute('aria-label') ?? [...(e.labels ?? [])].map((l) => l.textContent).join(' ') + ' ' + e.textContent).trim())(document)`,
    );
    if (focused.startsWith(name)) return;
    seen.push(focused.slice(0, 30));
  }
  throw new Error(`The keyboard reaches no ${name}: ${seen.join(' | ')}`);
}

/** Waits until the page shows a text and has no placeholder for content that is still loading. */
export async function waitUntilLoaded(page: Page, text: string): Promise<void> {
  await page.getByText(text).first().waitFor({ state: 'attached' });
  await expect.poll(() => page.locator('[aria-busy=true], .skeleton').count()).toBe(0);
}
