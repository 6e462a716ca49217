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

/**
 * Returns whether {@link cleanText} would leave a text unchanged. Identifiers that fail this test are rejected and
 * not cleaned.
 */
export const isClean = (text: string): boolean => cleanText(text) === text;

/**
 * Returns whether a text mixes Latin letters with Cyrillic or Greek letters, which look similar. Signs such as `₮`
 * belong to no script.
 */
export function mixesScripts(text: string): boolean {
  return /\p{Script=Latin}/u.test(text) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text);
}

/**
 * Returns a pool's symbol for publication, in upper case and without spaces around separators. Similar symbols such as
 * WETH and ETH, or USDT and USD₮0, stay distinct, because they are different tokens.
 */
export function assetSymbol(symbol: string): string {
  // The text is composed again (NFC), because `toUpperCase` can split a composed letter.
  return cleanText(cleanText(symbol).toUpperCase()).replace(/\s*([-/])\s*/g, '$1');
}

/**
 * Returns the assets of a pool in upper case, without duplicates, in the symbol's order. The source joins tokens with
 * dashes, but a token name may also contain a dash. A plus sign is part of a name, as in USD+. The symbol of a pool
 * with one token is never split.
 * If there are more parts than known tokens, parts are joined again, in equal groups if possible. For example,
 * `SCRV-E-SCRV-AR` with two tokens becomes SCRV-E and SCRV-AR. If equal groups are not possible, the shortest part is
 * joined to its left neighbour until the count matches.
 * @param symbol the result of {@link assetSymbol}
 * @param tokenCount number of underlying tokens; undefined if unknown
 */
export function underlyingAssets(
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
    const run = parts.length / tokenCount;
    return Array.from({ length: tokenCount }, (_, index) =>
      parts.slice(index * run, (index + 1) * run).join('-'),
    );
  }
  const groups = [...parts];
  while (groups.length > tokenCount) {
    let shortest = 1;
    for (let index = 2; index < groups.length; index += 1) {
      if ((groups[index] ?? '').length < (groups[shortest] ?? '').length) shortest = index;
    }
    groups.splice(shortest - 1, 2, `${groups[shortest - 1]}-${groups[shortest]}`);
  }
  return groups;
}
