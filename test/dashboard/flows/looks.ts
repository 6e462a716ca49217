import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { collectAccessibilityFindings } from '../support/accessibility.ts';
import { type Dashboard, listAllPages } from '../support/dashboard.ts';
import {
  measureHorizontalOverflowPx,
  navigate,
  setViewportAndScheme,
  signIn,
  VIEWPORT_VARIANTS,
} from '../support/visit.ts';

const TIMEOUT_MS = 900_000;

/** Folder for screenshots of all pages, for a person to look at. */
const SCREENSHOTS_FOLDER = '.local/screenshots';

const toFileName = (path: string) => path.replace(/\W+/g, '-').slice(1, 40) || 'home';

/**
 * Registers a test of every page at every width and in both color schemes. axe does not check the largest width,
 * because the document is the same as at smaller widths.
 */
export function registerAppearanceFlows(dashboard: () => Dashboard): void {
  test(
    'in each tested width and colour scheme, axe finds no accessibility problem, and no page has horizontal overflow',
    { timeout: TIMEOUT_MS },
    () =>
      dashboard().during(async ({ page }) => {
        mkdirSync(SCREENSHOTS_FOLDER, { recursive: true });
        await page.goto('/login');
        await signIn(page);
        for (const [path, text] of await listAllPages(dashboard())) {
          await navigate(page, path);
          await page.getByText(text).first().waitFor({ state: 'attached' });
          for (const look of VIEWPORT_VARIANTS) {
            const name = `${toFileName(path)}-${look.width}-${look.scheme}`;
            await setViewportAndScheme(page, look);
            expect.soft(await measureHorizontalOverflowPx(page), name).toBe(0);
            if (look.width < 2000) expect.soft(await collectAccessibilityFindings(page), name).toEqual([]);
            await page.screenshot({ path: join(SCREENSHOTS_FOLDER, `${name}.png`), fullPage: true });
          }
        }
      }),
  );
}
