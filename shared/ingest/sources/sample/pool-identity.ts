import { SAMPLE_ASSETS, SAMPLE_CHAINS, type SampleAsset, type SampleChain } from './market.ts';
import { ANY_TOKEN, type SampleProject } from './models.ts';
import { combineHashes, uniformFromHash } from './noise.ts';
import { SAMPLE_PROJECTS } from './projects.ts';
import { WELL_KNOWN_POOLS, type WellKnownPool } from './well-known-pools.ts';

/** Returns a pseudorandom 32-bit number for a pool. The same pool and draw number always return the same number. */
export type Draw = (drawNumber: number) => number;

export interface PoolIdentity {
  readonly project: SampleProject;
  readonly chain: SampleChain;
  readonly assets: readonly SampleAsset[];
  readonly label: string | null;
}

/**
 * Picks an element with a probability proportional to its weight. `randomFraction` is from 0 (included) to 1
 * (excluded).
 */
function pickByWeight<T extends { readonly weight: number }>(
  choices: readonly T[],
  randomFraction: number,
): T {
  let remainingWeight = randomFraction * choices.reduce((sum, choice) => sum + choice.weight, 0);
  for (const choice of choices) {
    remainingWeight -= choice.weight;
    if (remainingWeight < 0) return choice;
  }
  throw new RangeError('There is nothing to pick from.');
}

const areAssetsOfOneFamily = (assets: readonly SampleAsset[]) =>
  new Set(assets.map(({ family }) => family)).size === 1;

export function pairKindOf(assets: readonly SampleAsset[]): 'alike' | 'major' | 'minor' {
  if (areAssetsOfOneFamily(assets)) return 'alike';
  return assets.some(({ volatilityClass }) => volatilityClass === 'minor') ? 'minor' : 'major';
}

const tradesAgainstQuote = ({ pairRole }: SampleAsset) => pairRole === 'quote' || pairRole === 'quoted';

function canBePaired(a: SampleAsset, b: SampleAsset): boolean {
  if (a === b || a.pairRole === 'native' || b.pairRole === 'native') return false;
  return (
    a.family === b.family ||
    (tradesAgainstQuote(a) && tradesAgainstQuote(b) && (a.pairRole === 'quote' || b.pairRole === 'quote'))
  );
}

function acceptedAssetsOf({ symbolsByChain }: SampleProject, chain: SampleChain): SampleAsset[] {
  const symbols = symbolsByChain[chain]?.split(' ') ?? [];
  const isAssetOfProject = ({ symbol, pairRole }: SampleAsset) =>
    symbols.includes(symbol) || (symbols.includes(ANY_TOKEN) && pairRole !== 'native');
  return SAMPLE_ASSETS.filter((asset) => asset.chains.includes(chain) && isAssetOfProject(asset));
}

/**
 * Returns the assets that can form a pair with each asset: all of them (`all`), and those of the same family (`alike`).
 */
function findPairPartners(acceptedAssets: readonly SampleAsset[]) {
  return new Map(
    acceptedAssets.map((first) => {
      const pairableAssets = acceptedAssets.filter((asset) => canBePaired(first, asset));
      return [
        first,
        { all: pairableAssets, alike: pairableAssets.filter(({ family }) => family === first.family) },
      ];
    }),
  );
}

function projectChainOf(project: SampleProject, chain: (typeof SAMPLE_CHAINS)[number]) {
  const assets = acceptedAssetsOf(project, chain.name);
  return { ...chain, assets, partners: findPairPartners(assets) };
}
type ProjectChain = ReturnType<typeof projectChainOf>;

const CHAINS_BY_PROJECT = new Map(
  SAMPLE_PROJECTS.map((project) => [
    project,
    SAMPLE_CHAINS.map((chain) => projectChainOf(project, chain)).filter(({ assets }) => assets.length > 0),
  ]),
);

const compareBySymbol = (a: SampleAsset, b: SampleAsset) => (a.symbol < b.symbol ? -1 : 1);

/**
 * Returns a pair of assets. With probability 0.5, the second asset is chosen only from the first asset's family, if the
 * chain has others of this family.
 */
function pickPair({ assets, partners }: ProjectChain, draw: Draw): SampleAsset[] {
  const first = pickByWeight(assets, uniformFromHash(draw(9)));
  const { all = [], alike = [] } = partners.get(first) ?? {};
  const candidateAssets = uniformFromHash(draw(10)) < 0.5 && alike.length > 0 ? alike : all;
  return [first, pickByWeight(candidateAssets, uniformFromHash(draw(11)))].sort(compareBySymbol);
}

/**
 * Index of the lowest fee tier that a pool can have. The pool gets this tier or the next one. Pairs with a stable price
 * ratio have lower fees.
 */
const LOWER_FEE_TIER_INDEXES = { alike: 0, major: 1, minor: 2 } as const;

function poolLabelOf(
  { feeTiers, labels }: SampleProject,
  assets: readonly SampleAsset[],
  randomNumber: number,
): string | null {
  if (feeTiers !== undefined)
    return feeTiers[LOWER_FEE_TIER_INDEXES[pairKindOf(assets)] + (randomNumber % 2)] ?? null;
  return labels?.[randomNumber % labels.length] ?? null;
}

function pickIdentity(projects: readonly SampleProject[], draw: Draw): PoolIdentity {
  const project = pickByWeight(projects, uniformFromHash(draw(1)));
  const projectChain = pickByWeight(CHAINS_BY_PROJECT.get(project) ?? [], uniformFromHash(draw(4)));
  const assets =
    project.poolShape === 'single'
      ? [pickByWeight(projectChain.assets, uniformFromHash(draw(9)))]
      : pickPair(projectChain, draw);
  return { project, chain: projectChain.name, assets, label: poolLabelOf(project, assets, draw(5)) };
}

function identityOfWellKnownPool([name, chain, poolSymbol, , poolLabel]: WellKnownPool): PoolIdentity {
  const project = SAMPLE_PROJECTS.find((candidate) => candidate.project === name);
  const acceptedAssets = project === undefined ? [] : acceptedAssetsOf(project, chain);
  const assets = poolSymbol
    .split('-')
    .map((tokenSymbol) => acceptedAssets.find((asset) => asset.symbol === tokenSymbol));
  if (project === undefined || assets.some((asset) => asset === undefined)) {
    throw new RangeError(
      `The well-known pool ${name} ${poolSymbol} uses a project, chain or asset that the sample market does not have.`,
    );
  }
  return { project, chain, assets: assets.filter((asset) => asset !== undefined), label: poolLabel ?? null };
}

const poolNameOf = ({ project, chain, assets, label }: PoolIdentity) =>
  [project.project, chain, ...assets.map(({ symbol }) => symbol), label].join(' ');

const MAX_IDENTITY_ATTEMPTS = 8;
const PROJECTS_WITH_DUPLICATE_LABEL = SAMPLE_PROJECTS.filter(
  ({ duplicateLabel }) => duplicateLabel !== undefined,
);

/**
 * Returns a function that picks a unique identity for the next pool. If MAX_IDENTITY_ATTEMPTS random identities are
 * already used, it adds a label that makes the identity unique.
 */
export function createIdentityPicker() {
  const poolCountByName = new Map(
    WELL_KNOWN_POOLS.map((wellKnownPool) => [poolNameOf(identityOfWellKnownPool(wellKnownPool)), 1]),
  );
  return (draw: Draw, wellKnownPool: WellKnownPool | undefined): PoolIdentity => {
    if (wellKnownPool !== undefined) return identityOfWellKnownPool(wellKnownPool);
    for (let attemptNumber = 0; attemptNumber < MAX_IDENTITY_ATTEMPTS; attemptNumber += 1) {
      const poolIdentity = pickIdentity(SAMPLE_PROJECTS, (drawNumber) =>
        combineHashes(draw(drawNumber), attemptNumber),
      );
      const name = poolNameOf(poolIdentity);
      if (poolCountByName.has(name)) continue;
      poolCountByName.set(name, 1);
      return poolIdentity;
    }
    const pickedIdentity = pickIdentity(PROJECTS_WITH_DUPLICATE_LABEL, (drawNumber) =>
      combineHashes(draw(drawNumber), MAX_IDENTITY_ATTEMPTS),
    );
    const name = poolNameOf(pickedIdentity);
    const count = (poolCountByName.get(name) ?? 0) + 1;
    poolCountByName.set(name, count);
    if (count === 1) return pickedIdentity;
    const labelParts = [pickedIdentity.label, pickedIdentity.project.duplicateLabel, count];
    return { ...pickedIdentity, label: labelParts.filter((part) => part !== null).join(' ') };
  };
}
