/** The longest symbol that is published: the longest one that an `asset` filter can ask for. */
export const SYMBOL_MAX_LENGTH = 64;

/** Control, format (zero-width, bidirectional) and unpaired surrogate characters, which would make two symbols look alike. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\u{FFFD}]/gu;

/** Text from outside without invisible characters, in one Unicode form, with single spaces. */
export function cleanText(text: string): string {
  return text.normalize('NFC').replace(INVISIBLE, '').replace(/\s+/g, ' ').trim();
}

/** Whether a text has nothing that {@link cleanText} removes or changes: identifiers are never cleaned. */
export const isClean = (text: string): boolean => cleanText(text) === text;

/**
 * Whether a text mixes Latin letters with Cyrillic or Greek ones, which look like them. Signs such as `₮` belong to no
 * script.
 */
export function mixesScripts(text: string): boolean {
  return /\p{Script=Latin}/u.test(text) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text);
}

/**
 * A pool's symbol as it is published: upper case, without spaces around its separators. WETH and ETH stay distinct,
 * and so do look-alikes such as USDT and USD₮0, because they are different tokens.
 */
export function assetSymbol(symbol: string): string {
  // Upper case can take a composed letter apart, so the text is composed again afterwards.
  return cleanText(cleanText(symbol).toUpperCase()).replace(/\s*([-/])\s*/g, '$1');
}

/**
 * The assets of a pool, upper case, without repeats, in the symbol's order.
 *
 * The upstream joins a pool's tokens with dashes, but a token may hold a dash itself. (A plus sign is part of a name,
 * as in USD+.) A pool of one token is never
 * taken apart. With n tokens known and more parts than tokens, parts are put together again: in equal runs where
 * they divide evenly (`SCRV-E-SCRV-AR` of two tokens is SCRV-E and SCRV-AR), and otherwise by joining the shortest
 * part to the one before it until n are left.
 *
 * @param symbol as given by {@link assetSymbol}
 * @param tokenCount number of underlying tokens, or undefined when the source does not say
 */
export function underlyingAssets(
  symbol: string,
  exposure: 'single' | 'multi',
  tokenCount: number | undefined,
): string[] {
  if (exposure === 'single' || tokenCount === 1) return [symbol];
  const parts = symbol.split(/[-/]/).filter((part) => part !== '');
  if (parts.length === 0) return [symbol];
  const tokens = tokenCount === undefined || parts.length <= tokenCount ? parts : regroup(parts, tokenCount);
  return [...new Set(tokens)];
}

function regroup(parts: readonly string[], tokenCount: number): string[] {
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
