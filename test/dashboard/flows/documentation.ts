import { expect, test } from 'vitest';
import { collectAccessibilityFindings } from '../support/accessibility.ts';
import type { Dashboard } from '../support/dashboard.ts';
import { type Look, measureHorizontalOverflowPx, setViewportAndScheme } from '../support/visit.ts';

const LOOKS: readonly Look[] = [
  { width: 390, scheme: 'dark' },
  { width: 1280, scheme: 'light' },
  { width: 2560, scheme: 'dark' },
];

/** One page of each type, and the page without scripts. */
const KINDS = [
  ...['/docs', '/docs/guides/limits', '/docs/investments', '/docs/investments/deposit', '/docs/errors'],
  ...['/docs/events', '/docs/changelog', '/v1/docs'],
];

/**
 * Script that returns the texts of table cells with a word that is broken over two lines. Code may break after a dot.
 */
const BROKEN_WORDS_SCRIPT = `[...document.querySelectorAll('td')].flatMap((cell) => {
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  const broken = [];
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    if (parentElement.closest('code') !== null) continue;
    for (const { 0: word, index } of data.matchAll(/[A-Za-z]{2,}/g)) {
      const range = document.createRange();
      range.setStart(walker.currentNode, index);
      range.setEnd(walker.currentNode, index + word.length);
      if (range.getClientRects().length > 1) broken.push(word);
    }
  }
  return broken;
})`;

/** Registers one test per page that checks its appearance, because axe needs several seconds for a whole page. */
export function testDocumentationAppearance(dashboard: () => Dashboard): void {
  test.each(KINDS)(
    'the documentation page %s has no axe finding, no horizontal overflow and no word that is split between lines',
    (path) =>
      dashboard().during(async ({ page }) => {
        await page.goto(path);
        for (const look of LOOKS) {
          await setViewportAndScheme(page, look);
          const name = `${path} ${look.width} ${look.scheme}`;
          expect.soft(await measureHorizontalOverflowPx(page), name).toBe(0);
          expect.soft(await page.evaluate(BROKEN_WORDS_SCRIPT), name).toEqual([]);
          expect.soft(await collectAccessibilityFindings(page), name).toEqual([]);
        }
      }),
  );
}

/** Registers tests of the documentation, which the host of the dashboard serves under `/docs`. */
export function registerDocumentationFlows(dashboard: () => Dashboard): void {
  test('the search of the documentation finds operations and guides', () =>
    dashboard().during(async ({ page }) => {
      await page.goto('/docs');
      await page.keyboard.press('/');
      await page.keyboard.type('idempotency-key deposit');
      const results = page.locator('#found a');
      await results.filter({ hasText: 'POST /investments/deposit' }).click();
      await page.getByRole('heading', { name: 'Deposit into a strategy' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/docs/investments/deposit');
      expect(await page.locator('#found').isVisible()).toBe(false);
      await page.getByLabel('Search').fill('standard webhooks signature');
      await results.filter({ hasText: 'guide' }).first().waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Check the signature' }).waitFor();
      await page.goBack();
      await page.getByRole('heading', { name: 'Deposit into a strategy' }).waitFor();
      await page.getByLabel('Search').fill('no such words anywhere');
      await page.getByText('Nothing found').waitFor();
    }));

  test('the code samples are shown in four programming languages with the address of this host', () =>
    dashboard().during(async ({ page }) => {
      await page.goto('/docs/investments/deposit');
      const buttons = page.getByRole('group', { name: 'Language of the samples' }).getByRole('button');
      expect(await buttons.allTextContents()).toEqual(['curl', 'TypeScript SDK', 'Python', 'Go']);
      await page.evaluate('scrollTo(0, 60)');
      for (const language of ['TypeScript SDK', 'Python', 'Go', 'curl']) {
        const button = buttons.filter({ hasText: language });
        const before = await button.boundingBox();
        await button.click();
        expect(await button.boundingBox()).toEqual(before);
        const shown = await page.locator('.samples pre').filter({ visible: true }).allTextContents();
        expect(shown).toHaveLength(1);
        expect(shown[0]).toContain(new URL('/v1', page.url()).href);
      }
    }));

  test('a button copies the code of a sample to the clipboard', () =>
    dashboard().during(async ({ context, page }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.goto('/docs/strategies/list');
      const sample = page.locator('.samples .code').filter({ visible: true });
      await sample.getByRole('button', { name: 'Copy' }).click();
      await sample.getByRole('button', { name: 'Copied' }).waitFor();
      const copied = await page.evaluate('navigator.clipboard.readText()');
      expect(copied).toBe(await sample.locator('code').textContent());
    }));

  test('a sample request uses the API key that the visitor has entered, and a reload of the page clears the key', () =>
    dashboard().during(
      async ({ page }) => {
        const { keys } = dashboard().service;
        await page.goto('/docs/strategies/list');
        await page.getByLabel('API key').fill(keys.pro);
        await page.getByRole('button', { name: 'Send GET' }).click();
        await page.locator('.answer').getByText('"success": true').waitFor();
        expect(await page.locator('.answer').textContent()).toContain('200 in ');
        await page
          .getByRole('link', { name: 'investments', exact: true })
          .or(page.locator('nav summary').filter({ hasText: 'investments' }))
          .first()
          .click();
        await page.locator('nav').getByRole('link', { name: 'Deposit into a strategy' }).click();
        await page.getByRole('heading', { name: 'Deposit into a strategy' }).waitFor();
        expect(await page.getByLabel('API key').inputValue()).toBe(keys.pro);
        await page.getByRole('button', { name: 'Send POST' }).click();
        await page.locator('.answer b').waitFor();
        expect(await page.locator('.answer').textContent()).toMatch(/^(201|4\d\d) in /);
        const stored =
          'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])';
        expect(await page.evaluate(stored)).not.toContain(keys.pro);
        await page.reload();
        expect(await page.getByLabel('API key').inputValue()).toBe('');
      },
      [/status of 4\d\d/],
    ));

  test('the content security policy of the documentation allows requests only to the same host', () =>
    dashboard().during(
      async ({ page }) => {
        await page.goto('/docs');
        const policy = await page
          .locator('meta[http-equiv="Content-Security-Policy"]')
          .getAttribute('content');
        expect(policy).toContain("default-src 'none'");
        expect(policy).not.toMatch(/unsafe|\*|https?:/);
        const outcome = await page.evaluate(
          "fetch('https://elsewhere.example').then(() => 'answered', () => 'refused')",
        );
        expect(outcome).toBe('refused');
      },
      [/Content Security Policy/, /Content-Security-Policy/, /elsewhere\.example/],
    ));

  test('a documentation page shows all of its content without JavaScript', () =>
    dashboard().during(async ({ page }) => {
      const answer = await page.request.get('/docs/investments/deposit', {
        headers: { Accept: 'text/html' },
      });
      const html = await answer.text();
      expect(html).toContain('<h1>Deposit into a strategy</h1>');
      expect(html).toContain('strategy_id');
      const unknown = await page.request.get('/docs/investments/none', { headers: { Accept: 'text/html' } });
      expect([unknown.status(), unknown.headers()['content-type']]).toEqual([404, 'application/json']);
    }));
}
