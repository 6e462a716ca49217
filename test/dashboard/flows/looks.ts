import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { accessibilityFindings } from '../support/accessibility.ts';
import { allPages, type Dashboard } from '../support/dashboard.ts';
import { go, LOOKS, type Look, lookAs, overflowOf, signIn } from '../support/visit.ts';

/** Each width and each scheme once, for who waits for the result. */
const FEW_LOOKS: readonly Look[] = [
  { width: 390, scheme: 'dark' },
  { width: 1280, scheme: 'light' },
  { width: 2560, scheme: 'dark' },
];

const TIMEOUT_MS = 900_000;

interface LookOptions {
  /** Every width in every scheme, each with a picture of it for looking at. */
  readonly pictures?: string;
}

const fileName = (path: string) => path.replace(/\W+/g, '-').slice(1, 40) || 'home';

/** Looks at every page; axe looks at all but the widest, which is the same document. */
export function lookFlows(dashboard: () => Dashboard, { pictures }: LookOptions = {}): void {
  test(
    'is for everybody: no finding of axe, and nothing wider than the window',
    pictures === undefined ? {} : { timeout: TIMEOUT_MS },
    () =>
      dashboard().during(async ({ page }) => {
        if (pictures !== undefined) mkdirSync(pictures, { recursive: true });
        await page.goto('/login');
        await signIn(page);
        for (const [path, text] of await allPages(dashboard())) {
          await go(page, path);
          await page.getByText(text).first().waitFor({ state: 'attached' });
          for (const look of pictures === undefined ? FEW_LOOKS : LOOKS) {
            const name = `${fileName(path)}-${look.width}-${look.scheme}`;
            await lookAs(page, look);
            expect.soft(await overflowOf(page), name).toBe(0);
            const isLookedInto = pictures !== undefined || look.width < 2000;
            if (isLookedInto) expect.soft(await accessibilityFindings(page), name).toEqual([]);
            if (pictures !== undefined)
              await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
          }
        }
      }),
  );
}
