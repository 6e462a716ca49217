import { SAMPLE_ANCHORS, type SampleAnchor } from './anchors.ts';
import { SAMPLE_ASSETS, SAMPLE_CHAINS, type SampleAsset, type SampleChain } from './market.ts';
import { ANY_TOKEN, type SampleProject } from './models.ts';
import { mix, uniformFromHash } from './noise.ts';
import { SAMPLE_PROJECTS } from './projects.ts';

/** Returns a pseudorandom 32-bit number for a pool. The same pool and draw number always return the same number. */
export type Draw = (drawNumber: number) => number;

/** The project, chain, assets and label that identify a pool. */
export interface PoolIdentity {
  readonly project: SampleProject;
  readonly chain: SampleChain;
  readonly assets: readonly SampleAsset[];
  readonly meta: string | null;
}

/**
 * Picks an element with a probability proportional to its weight. `at` is a number from 0 (included) to 1 (excluded).
 */
function pickByWeight<T extends { readonly weight: number }>(choices: readonly T[], at: number): T {
  let remainingWeight = at * choices.reduce((sum, choice) => sum + choice.weight, 0);
  for (const choice of choices) {
    remainingWeight -= choice.weight;
    if (remainingWeight < 0) return choice;
  }
  throw new RangeError('There is nothing to pick from.');
}

const isOneFamily = (assets: readonly SampleAsset[]) =>
  new Set(assets.map(({ family }) => family)).size === 1;

/**
 * Returns the kind of a pool with several assets. `alike`: forms of one coin. `major`: major assets. `tail`: a pair
 * with a minor token.
 */
export function kindOf(assets: readonly SampleAsset[]): 'alike' | 'major' | 'tail' {
  if (isOneFamily(assets)) return 'alike';
  return assets.some(({ kind }) => kind === 'tail') ? 'tail' : 'major';
}

/**
 * Returns whether an asset trades against a quote asset. Other assets are forms of a coin, which trade only with other
 * forms of that coin.
 */
const isTraded = ({ trades }: SampleAsset) => trades === 'quote' || trades === 'quoted';

/** Returns whether two assets can be in one pool. */
function canBePaired(a: SampleAsset, b: SampleAsset): boolean {
  if (a === b || a.trades === 'native' || b.trades === 'native') return false;
  return (
    a.family === b.family || (isTraded(a) && isTraded(b) && (a.trades === 'quote' || b.trades === 'quote'))
  );
}

/** Returns the assets that a project accepts on a chain. */
function acceptedAssets({ lists }: SampleProject, chain: SampleChain): SampleAsset[] {
  const symbols = lists[chain]?.split(' ') ?? [];
  const isListed = ({ symbol, trades }: SampleAsset) =>
    symbols.includes(symbol) || (symbols.includes(ANY_TOKEN) && trades !== 'native');
  return SAMPLE_ASSETS.filter((asset) => asset.chains.includes(chain) && isListed(asset));
}

/** Returns the possible partners of each asset, and separately the partners in the asset's own family. */
function findPartners(choices: readonly SampleAsset[]) {
  return new Map(
    choices.map((first) => {
      const all = choices.filter((asset) => canBePaired(first, asset));
      return [first, { all, alike: all.filter(({ family }) => family === first.family) }];
    }),
  );
}

/**
 * Returns a chain on which a project has pools, with the assets that the project accepts there and their possible
 * partners.
 */
function projectChainOf(project: SampleProject, chain: (typeof SAMPLE_CHAINS)[number]) {
  const assets = acceptedAssets(project, chain.name);
  return { ...chain, assets, partners: findPartners(assets) };
}
type ProjectChain = ReturnType<typeof projectChainOf>;

const CHAINS_BY_PROJECT = new Map(
  SAMPLE_PROJECTS.map((project) => [
    project,
    SAMPLE_CHAINS.map((chain) => projectChainOf(project, chain)).filter(({ assets }) => assets.length > 0),
  ]),
);

const bySymbol = (a: SampleAsset, b: SampleAsset) => (a.symbol < b.symbol ? -1 : 1);

/**
 * Picks a pair of assets. In half of the pairs, the prices of the assets move together, if the chain has such assets.
 */
function pickPair({ assets, partners }: ProjectChain, draw: Draw): SampleAsset[] {
  const first = pickByWeight(assets, uniformFromHash(draw(9)));
  const { all = [], alike = [] } = partners.get(first) ?? {};
  const candidates = uniformFromHash(draw(10)) < 0.5 && alike.length > 0 ? alike : all;
  return [first, pickByWeight(candidates, uniformFromHash(draw(11)))].sort(bySymbol);
}

/**
 * Fee tiers are chosen from two neighbouring tiers. This is the index of the lower one, by kind of pool. Pairs with
 * a stable price ratio have lower fees.
 */
const LOWER_FEE_TIER_INDEX = { alike: 0, major: 1, tail: 2 } as const;

function metaOf(
  { tiers, labels }: SampleProject,
  assets: readonly SampleAsset[],
  randomNumber: number,
): string | null {
  if (tiers !== undefined) return tiers[LOWER_FEE_TIER_INDEX[kindOf(assets)] + (randomNumber % 2)] ?? null;
  return labels?.[randomNumber % labels.length] ?? null;
}

function pickIdentity(projects: readonly SampleProject[], draw: Draw): PoolIdentity {
  const project = pickByWeight(projects, uniformFromHash(draw(1)));
  const site = pickByWeight(CHAINS_BY_PROJECT.get(project) ?? [], uniformFromHash(draw(4)));
  const assets =
    project.takes === 'single' ? [pickByWeight(site.assets, uniformFromHash(draw(9)))] : pickPair(site, draw);
  return { project, chain: site.name, assets, meta: metaOf(project, assets, draw(5)) };
}

function anchorIdentity([name, chain, symbol, , meta]: SampleAnchor): PoolIdentity {
  const project = SAMPLE_PROJECTS.find((candidate) => candidate.project === name);
  const choices = project === undefined ? [] : acceptedAssets(project, chain);
  const assets = symbol.split('-').map((token) => choices.find((asset) => asset.symbol === token));
  if (project === undefined || assets.some((asset) => asset === undefined)) {
    throw new RangeError(`The anchor ${name} ${symbol} is made of what the sample market has not.`);
  }
  return { project, chain, assets: assets.filter((asset) => asset !== undefined), meta: meta ?? null };
}

const nameOf = ({ project, chain, assets, meta }: PoolIdentity) =>
  [project.project, chain, ...assets.map(({ symbol }) => symbol), meta].join(' ');

const IDENTITY_ATTEMPTS = 8;
const REPEATING_PROJECTS = SAMPLE_PROJECTS.filter(({ repeats }) => repeats !== undefined);

/**
 * Returns a function that returns a unique identity for the next pool. After a few failed attempts, it adds a pool with
 * a number to a project that allows several pools with the same assets.
 */
export function createIdentityPicker() {
  const usedNames = new Map(SAMPLE_ANCHORS.map((anchor) => [nameOf(anchorIdentity(anchor)), 1]));
  return (draw: Draw, anchor: SampleAnchor | undefined): PoolIdentity => {
    if (anchor !== undefined) return anchorIdentity(anchor);
    for (let attempt = 0; attempt < IDENTITY_ATTEMPTS; attempt += 1) {
      const identity = pickIdentity(SAMPLE_PROJECTS, (drawNumber) => mix(draw(drawNumber), attempt));
      const name = nameOf(identity);
      if (usedNames.has(name)) continue;
      usedNames.set(name, 1);
      return identity;
    }
    const identity = pickIdentity(REPEATING_PROJECTS, (drawNumber) =>
      mix(draw(drawNumber), IDENTITY_ATTEMPTS),
    );
    const name = nameOf(identity);
    const count = (usedNames.get(name) ?? 0) + 1;
    usedNames.set(name, count);
    if (count === 1) return identity;
    const parts = [identity.meta, identity.project.repeats, count];
    return { ...identity, meta: parts.filter((part) => part !== null).join(' ') };
  };
}
