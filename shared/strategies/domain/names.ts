const ACRONYMS: ReadonlySet<string> = new Set(
  'amm dex clmm cpmm lp dao usd eth btc sol gmx arm lst lrt rwa bsc buidl sdai crvusd op'.split(' '),
);

/** Words whose correct spelling mixes lower and upper case. The key is the word in lower case. */
const SPECIAL_SPELLINGS: ReadonlyMap<string, string> = new Map([['usde', 'USDe']]);

function toDisplayWord(word: string): string {
  if (ACRONYMS.has(word)) return word.toUpperCase();
  return SPECIAL_SPELLINGS.get(word) ?? word.charAt(0).toUpperCase() + word.slice(1);
}

/**
 * Converts a slug to a readable name: `aave-v3` -> `Aave V3`, `curve-dex` -> `Curve DEX`, `zksync-era` -> `Zksync Era`.
 */
export function toDisplayName(slug: string): string {
  return slug.split('-').map(toDisplayWord).join(' ');
}

/** Minimum number of characters of the id that are added to make a name unique. */
const MIN_SUFFIX_LENGTH = 4;

/**
 * Returns a unique name for each strategy, by strategy id. Strategies with the same name get the first characters of
 * their ids added, as many as are needed.
 */
export function buildUniqueNames(
  strategies: readonly { readonly id: string; readonly name: string }[],
): Map<string, string> {
  const strategiesByName = Map.groupBy(strategies, ({ name }) => name);
  const nameById = new Map<string, string>();
  for (const [name, strategiesWithName] of strategiesByName) {
    const hashes = strategiesWithName.map(({ id }) => id.slice(id.indexOf('_') + 1));
    const suffixLength = strategiesWithName.length === 1 ? 0 : shortestUniqueLength(hashes);
    strategiesWithName.forEach(({ id }, index) => {
      nameById.set(
        id,
        suffixLength === 0 ? name : `${name} #${(hashes[index] ?? id).slice(0, suffixLength)}`,
      );
    });
  }
  return nameById;
}

function shortestUniqueLength(hashes: readonly string[]): number {
  const longestHashLength = Math.max(...hashes.map(({ length }) => length));
  for (let length = MIN_SUFFIX_LENGTH; length < longestHashLength; length += 1) {
    if (new Set(hashes.map((hash) => hash.slice(0, length))).size === hashes.length) return length;
  }
  return longestHashLength;
}
