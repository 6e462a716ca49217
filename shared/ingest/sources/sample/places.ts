import { SAMPLE_ANCHORS, type SampleAnchor } from './anchors.ts';
import { SAMPLE_ASSETS, SAMPLE_CHAINS, type SampleAsset, type SampleChain } from './market.ts';
import { ANY_TOKEN, type SampleProject } from './models.ts';
import { mix, uniform } from './noise.ts';
import { SAMPLE_PROJECTS } from './projects.ts';

/** A number of the pool's own for each purpose. */
export type Draw = (purpose: number) => number;

/** What identifies a pool. */
export interface Place {
  readonly project: SampleProject;
  readonly chain: SampleChain;
  readonly assets: readonly SampleAsset[];
  readonly meta: string | null;
}

/** Picks by weight with a number from 0 up to 1. */
function pick<T extends { readonly weight: number }>(choices: readonly T[], at: number): T {
  let rest = at * choices.reduce((sum, choice) => sum + choice.weight, 0);
  for (const choice of choices) {
    rest -= choice.weight;
    if (rest < 0) return choice;
  }
  throw new RangeError('There is nothing to pick from.');
}

const isOneFamily = (assets: readonly SampleAsset[]) =>
  new Set(assets.map(({ family }) => family)).size === 1;

/** The kind of a pool of several assets: forms of one coin, ones that everybody trades, or with a lesser token. */
export function kindOf(assets: readonly SampleAsset[]): 'alike' | 'major' | 'tail' {
  if (isOneFamily(assets)) return 'alike';
  return assets.some(({ kind }) => kind === 'tail') ? 'tail' : 'major';
}

/** Whether an asset trades against a quote: all but the forms of a coin, which trade against that. */
const isTraded = ({ trades }: SampleAsset) => trades === 'quote' || trades === 'quoted';

/** Whether two assets are found in one pool. */
function arePaired(a: SampleAsset, b: SampleAsset): boolean {
  if (a === b || a.trades === 'native' || b.trades === 'native') return false;
  return (
    a.family === b.family || (isTraded(a) && isTraded(b) && (a.trades === 'quote' || b.trades === 'quote'))
  );
}

/** What can be put into a project on a chain. */
function assetsOf({ lists }: SampleProject, chain: SampleChain): SampleAsset[] {
  const symbols = lists[chain]?.split(' ') ?? [];
  const isListed = ({ symbol, trades }: SampleAsset) =>
    symbols.includes(symbol) || (symbols.includes(ANY_TOKEN) && trades !== 'native');
  return SAMPLE_ASSETS.filter((asset) => asset.chains.includes(chain) && isListed(asset));
}

/** What each of some assets is paired with, and which of that is of its own family. */
function partnersAmong(choices: readonly SampleAsset[]) {
  return new Map(
    choices.map((first) => {
      const all = choices.filter((asset) => arePaired(first, asset));
      return [first, { all, alike: all.filter(({ family }) => family === first.family) }];
    }),
  );
}

/** A chain that a project is on, with what it takes there. */
function siteOf(project: SampleProject, chain: (typeof SAMPLE_CHAINS)[number]) {
  const assets = assetsOf(project, chain.name);
  return { ...chain, assets, partners: partnersAmong(assets) };
}
type Site = ReturnType<typeof siteOf>;

const SITES = new Map(
  SAMPLE_PROJECTS.map((project) => [
    project,
    SAMPLE_CHAINS.map((chain) => siteOf(project, chain)).filter(({ assets }) => assets.length > 0),
  ]),
);

const bySymbol = (a: SampleAsset, b: SampleAsset) => (a.symbol < b.symbol ? -1 : 1);

/** Half of the pairs are of assets whose prices move together, where the chain has such. */
function pickPair({ assets, partners }: Site, draw: Draw): SampleAsset[] {
  const first = pick(assets, uniform(draw(9)));
  const { all = [], alike = [] } = partners.get(first) ?? {};
  const wanted = uniform(draw(10)) < 0.5 && alike.length > 0 ? alike : all;
  return [first, pick(wanted, uniform(draw(11)))].sort(bySymbol);
}

/** The first of the two fee tiers that pools of a kind have: the less the price moves, the lower. */
const FIRST_TIER = { alike: 0, major: 1, tail: 2 } as const;

function metaOf(
  { tiers, labels }: SampleProject,
  assets: readonly SampleAsset[],
  drawn: number,
): string | null {
  if (tiers !== undefined) return tiers[FIRST_TIER[kindOf(assets)] + (drawn % 2)] ?? null;
  return labels?.[drawn % labels.length] ?? null;
}

function pickPlace(projects: readonly SampleProject[], draw: Draw): Place {
  const project = pick(projects, uniform(draw(1)));
  const site = pick(SITES.get(project) ?? [], uniform(draw(4)));
  const assets = project.takes === 'single' ? [pick(site.assets, uniform(draw(9)))] : pickPair(site, draw);
  return { project, chain: site.name, assets, meta: metaOf(project, assets, draw(5)) };
}

function anchorPlace([name, chain, symbol, , meta]: SampleAnchor): Place {
  const project = SAMPLE_PROJECTS.find((candidate) => candidate.project === name);
  const choices = project === undefined ? [] : assetsOf(project, chain);
  const assets = symbol.split('-').map((token) => choices.find((asset) => asset.symbol === token));
  if (project === undefined || assets.some((asset) => asset === undefined)) {
    throw new RangeError(`The anchor ${name} ${symbol} is made of what the sample market has not.`);
  }
  return { project, chain, assets: assets.filter((asset) => asset !== undefined), meta: meta ?? null };
}

const nameOf = ({ project, chain, assets, meta }: Place) =>
  [project.project, chain, ...assets.map(({ symbol }) => symbol), meta].join(' ');

const PLACE_ATTEMPTS = 8;
const REPEATING = SAMPLE_PROJECTS.filter(({ repeats }) => repeats !== undefined);

/**
 * Places of pools one after another, no two of one name, none the name of an anchor. What finds none in a few attempts is
 * a further pool of a project that has several of the same assets.
 */
export function placeMaker() {
  const taken = new Map(SAMPLE_ANCHORS.map((anchor) => [nameOf(anchorPlace(anchor)), 1]));
  return (draw: Draw, anchor: SampleAnchor | undefined): Place => {
    if (anchor !== undefined) return anchorPlace(anchor);
    for (let attempt = 0; attempt < PLACE_ATTEMPTS; attempt += 1) {
      const place = pickPlace(SAMPLE_PROJECTS, (purpose) => mix(draw(purpose), attempt));
      const name = nameOf(place);
      if (taken.has(name)) continue;
      taken.set(name, 1);
      return place;
    }
    const place = pickPlace(REPEATING, (purpose) => mix(draw(purpose), PLACE_ATTEMPTS));
    const name = nameOf(place);
    const count = (taken.get(name) ?? 0) + 1;
    taken.set(name, count);
    if (count === 1) return place;
    const parts = [place.meta, place.project.repeats, count];
    return { ...place, meta: parts.filter((part) => part !== null).join(' ') };
  };
}
