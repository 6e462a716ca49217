/** Maximum length of a published symbol, in characters. The `asset` filter rejects longer symbols. */
export const SYMBOL_MAX_LENGTH = 64;

/**
 * Control characters, format characters (zero-width and bidirectional) and unpaired surrogates. With such characters,
 * two different symbols could look the same.
 */
const INVISIBLE_CHARACTERS = /[\p{Cc}\p{Cf}\p{Cs}\u{FFFD}]/gu;

/** Returns external text without invisible characters, in Unicode form NFC, with single spaces. */
export function cleanText(text: string): string {
  return text.normalize('NFC').replace(INVISIBLE_CHARACTERS, '').replace(/\s+/g, ' ').trim();
}

/** Returns whether `cleanText` leaves the text unchanged. Identifiers that are not clean are rejected. */
export const isCleanText = (text: string): boolean => cleanText(text) === text;

/**
 * Returns whether a text mixes Latin letters with Cyrillic or Greek letters, which look similar. Signs such as `₮`
 * belong to no script.
 */
export function mixesAlphabets(text: string): boolean {
  return /\p{Script=Latin}/u.test(text) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text);
}

/**
 * Returns a pool's symbol for publication, in upper case and without spaces around separators. Similar symbols such as
 * WETH and ETH, or USDT and USD₮0, stay distinct, because they are different tokens.
 */
export function normalizeAssetSymbol(symbol: string): string {
  // `toUpperCase` can split a composed letter, so the text is normalized (NFC) again.
  return cleanText(cleanText(symbol).toUpperCase()).replace(/\s*([-/])\s*/g, '$1');
}

/**
 * Returns the assets of a pool in upper case, without duplicates, in the symbol's order.
 * A token name can contain dashes. If the symbol has more parts than tokens, neighbouring parts are joined: with two
 * tokens, `SCRV-E-SCRV-AR` becomes SCRV-E and SCRV-AR.
 * @param symbol the result of {@link normalizeAssetSymbol}
 * @param tokenCount number of underlying tokens; undefined if unknown
 */
export function parseUnderlyingAssets(
  symbol: string,
  exposure: 'single' | 'multi',
  tokenCount: number | undefined,
): string[] {
  if (exposure === 'single' || tokenCount === 1) return [symbol];
  const parts = symbol.split(/[-/]/).filter((part) => part !== '');
  if (parts.length === 0) return [symbol];
  const tokens =
    tokenCount === undefined || parts.length <= tokenCount ? parts : regroupSymbols(parts, tokenCount);
  return [...new Set(tokens)];
}

function regroupSymbols(parts: readonly string[], tokenCount: number): string[] {
  if (parts.length % tokenCount === 0) {
    const partsPerToken = parts.length / tokenCount;
    return Array.from({ length: tokenCount }, (_, index) =>
      parts.slice(index * partsPerToken, (index + 1) * partsPerToken).join('-'),
    );
  }
  const symbolGroups = [...parts];
  while (symbolGroups.length > tokenCount) {
    let shortestGroupIndex = 1;
    for (let index = 2; index < symbolGroups.length; index += 1) {
      if ((symbolGroups[index] ?? '').length < (symbolGroups[shortestGroupIndex] ?? '').length)
        shortestGroupIndex = index;
    }
    symbolGroups.splice(
      shortestGroupIndex - 1,
      2,
      `${symbolGroups[shortestGroupIndex - 1]}-${symbolGroups[shortestGroupIndex]}`,
    );
  }
  return symbolGroups;
}
