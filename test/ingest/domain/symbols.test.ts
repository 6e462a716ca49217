import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  cleanText,
  normalizeAssetSymbol,
  parseUnderlyingAssets,
} from '../../../shared/ingest/domain/symbols.ts';

describe('the symbol of an asset', () => {
  test.each([
    ['usdc', 'USDC'],
    [' WETH - USDC ', 'WETH-USDC'],
    ['USD₮0', 'USD₮0'],
    ['weth-🥞', 'WETH-🥞'],
    ['USDC.e', 'USDC.E'],
    ['US\u200bDC', 'USDC'],
    ['\u202eCDSU', 'CDSU'],
    ['A\u0000B', 'AB'],
    ['sUSDe', 'SUSDE'],
    ['USD+-USDC', 'USD+-USDC'],
  ])('the symbol %j is published as %j', (given, published) => {
    expect(normalizeAssetSymbol(given)).toBe(published);
  });

  test('the symbol of a wrapped or look-alike token never becomes the symbol of the original token', () => {
    expect(normalizeAssetSymbol('WETH')).not.toBe(normalizeAssetSymbol('ETH'));
    expect(normalizeAssetSymbol('USDT')).not.toBe(normalizeAssetSymbol('USD₮0'));
    expect(normalizeAssetSymbol('ＵＳＤＣ')).not.toBe('USDC');
  });

  test('a published symbol is not changed when it is normalized again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
        const once = normalizeAssetSymbol(text);
        expect(normalizeAssetSymbol(once)).toBe(once);
        expect(once).not.toMatch(/[\p{Cc}\p{Cs}]/u);
      }),
    );
  });

  test('the composed and the decomposed Unicode form of an accented letter become the same text', () => {
    expect(cleanText('E\u0301')).toBe(cleanText('\u00c9'));
  });
});

describe('the assets of a pool', () => {
  test.each<[string, 'single' | 'multi', number | undefined, string[]]>([
    ['WETH-USDC', 'multi', 2, ['WETH', 'USDC']],
    ['DAI-USDC-USDT', 'multi', undefined, ['DAI', 'USDC', 'USDT']],
    ['TOKEN-WITH-DASH', 'single', 1, ['TOKEN-WITH-DASH']],
    ['TOKEN-WITH-DASH', 'multi', 1, ['TOKEN-WITH-DASH']],
    ['SCRV-E-SCRV-AR-SCRV-BA', 'multi', 3, ['SCRV-E', 'SCRV-AR', 'SCRV-BA']],
    ['STK-ABPT-V2-USDC', 'multi', 3, ['STK', 'ABPT-V2', 'USDC']],
    ['S-USDC', 'multi', 2, ['S', 'USDC']],
    ['USD+-USDC', 'multi', 2, ['USD+', 'USDC']],
    ['USDT-USDC-USDT', 'multi', 3, ['USDT', 'USDC']],
    ['XUSD-USDT-', 'multi', 2, ['XUSD', 'USDT']],
    ['-', 'multi', 2, ['-']],
    ['USDC-USD₮0', 'multi', 2, ['USDC', 'USD₮0']],
    ['WETH/USDC', 'multi', undefined, ['WETH', 'USDC']],
  ])('the pool %s (exposure %s, token count %s) has the assets %j', (symbol, exposure, tokens, assets) => {
    expect(parseUnderlyingAssets(symbol, exposure, tokens)).toEqual(assets);
  });

  test('a pool has at least one asset, no asset twice, and never more assets than tokens', () => {
    const symbols = fc.string({
      unit: fc.constantFrom('A', 'B', '-', '/', '+', '1'),
      minLength: 1,
      maxLength: 24,
    });
    fc.assert(
      fc.property(
        symbols,
        fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
        (symbol, tokens) => {
          const assets = parseUnderlyingAssets(symbol, 'multi', tokens);
          expect(assets.length).toBeGreaterThan(0);
          expect(assets).not.toContain('');
          expect(new Set(assets).size).toBe(assets.length);
          if (tokens !== undefined) expect(assets.length).toBeLessThanOrEqual(tokens);
        },
      ),
    );
  });
});
