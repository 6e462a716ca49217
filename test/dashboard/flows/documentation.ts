import { expect, test } from 'vitest';
import { accessibilityFindings } from '../support/accessibility.ts';
import type { Dashboard } from '../support/dashboard.ts';
import { type Look, lookAs, overflowOf } from '../support/visit.ts';

const LOOKS: readonly Look[] = [
  { width: 390, scheme: 'dark' },
  { width: 1280, scheme: 'light' },
];

/** Both pages are for everybody: a look into the whole of one takes axe a quarter of a minute. */
export function documentationLooks(dashboard: () => Dashboard): void {
  test.each(['/docs', '/v1/docs'])('%s has no finding of axe, and nothing wider than a telephone', (path) =>
    dashboard().during(async ({ page }) => {
      await page.goto(path);
      for (const look of LOOKS) {
        await lookAs(page, look);
        const name = `${path} ${look.width} ${look.scheme}`;
        expect.soft(await overflowOf(page), name).toBe(0);
        expect.soft(await accessibilityFindings(page), name).toEqual([]);
      }
    }),
  );
}

/** The documentation at the host's root, and the page without scripts below the base address. */
export function documentationFlows(dashboard: () => Dashboard): void {
  test('the documentation finds words, shows samples in four languages, and names its own host', () =>
    dashboard().during(async ({ page }) => {
      await page.goto('/docs');
      await page.getByLabel('Search').fill('idempotency-key deposit');
      const results = page.locator('#found a');
      expect(await page.getByRole('status').textContent()).toMatch(/^\d+ found$/);
      await results.filter({ hasText: 'POST /investments/deposit' }).click();
      expect(page.url()).toMatch(/#investments\.deposit$/);
      expect(await page.locator('#found').isVisible()).toBe(false);
      const deposit = page.locator('[id="investments.deposit"]');
      const languages = await page.getByLabel('Language of the samples').locator('option').allTextContents();
      expect(languages).toEqual(['curl', 'JavaScript', 'Python', 'Go']);
      for (const language of languages) {
        await page.getByLabel('Language of the samples').selectOption({ label: language });
        const shown = await deposit.locator('.samples pre').filter({ visible: true }).allTextContents();
        expect(shown).toHaveLength(1);
        expect(shown[0]).toContain(new URL('/v1/investments/deposit', page.url()).href);
      }
      await page.getByLabel('Search').fill('no such words anywhere');
      expect(await page.getByRole('status').textContent()).toBe('Nothing found');
    }));

  test('the documentation keeps to a policy of its own, which lets it talk to nobody', () =>
    dashboard().during(
      async ({ page }) => {
        await page.goto('/docs');
        const policy = await page
          .locator('meta[http-equiv="Content-Security-Policy"]')
          .getAttribute('content');
        expect(policy).toContain("default-src 'none'");
        expect(policy).not.toMatch(/unsafe|\*|https?:|connect-src/);
        const outcome = await page.evaluate("fetch('/v1/health').then(() => 'answered', () => 'refused')");
        expect(outcome).toBe('refused');
      },
      [/Content Security Policy/, /Content-Security-Policy/],
    ));
}
