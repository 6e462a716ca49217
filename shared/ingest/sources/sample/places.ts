import {
  type SAMPLE_ANCHORS,
  SAMPLE_ASSETS,
  SAMPLE_CHAINS,
  type SampleAsset,
  type SampleChain,
} from './market.ts';
import type { SampleProject } from './models.ts';
import { mix, uniform } from './noise.ts';
import { SAMPLE_PROJECTS } from './projects.ts';

/** A number of the pool's own for each purpose. */
export type Draw = (purpose: number) => number;

/** What tells a pool from all others. */
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

const FEE_TIERS = ['0.01%', '0.05%', '0.3%', '1%', null] as const;

/** What can be put into a project on a chain. */
function assetsOf({ assets }: SampleProject, chain: SampleChain): SampleAsset[] {
  return SAMPLE_ASSETS.filter(
    ({ symbol, chains }) => chains.includes(chain) && (assets === undefined || assets.includes(symbol)),
  );
}

/** Half of the pairs are of assets whose prices move together, where the chain has such. */
function pickPair(choices: readonly SampleAsset[], draw: Draw): SampleAsset[] {
  const first = pick(choices, uniform(draw(9)));
  const others = choices.filter((asset) => asset !== first);
  const alike = others.filter(({ family }) => family === first.family);
  const wanted = uniform(draw(10)) < 0.5 && alike.length > 0 ? alike : others;
  return [first, pick(wanted, uniform(draw(11)))];
}

function pickPlace(draw: Draw): Place {
  const project = pick(SAMPLE_PROJECTS, uniform(draw(1)));
  const chain = pick(
    SAMPLE_CHAINS.filter(({ name }) => project.chains.includes(name)),
    uniform(draw(4)),
  ).name;
  const choices = assetsOf(project, chain);
  if (project.takes === 'single')
    return { project, chain, assets: [pick(choices, uniform(draw(9)))], meta: null };
  const meta = FEE_TIERS[draw(5) % FEE_TIERS.length] ?? null;
  return { project, chain, assets: pickPair(choices, draw), meta };
}

function anchorPlace([name, chain, symbol]: (typeof SAMPLE_ANCHORS)[number]): Place {
  const project = SAMPLE_PROJECTS.find((candidate) => candidate.project === name);
  const assets = symbol.split('-').map((token) => SAMPLE_ASSETS.find((asset) => asset.symbol === token));
  if (project === undefined || assets.some((asset) => asset === undefined)) {
    throw new RangeError(`The anchor ${name} ${symbol} is made of what the sample market has not.`);
  }
  return { project, chain, assets: assets.filter((asset) => asset !== undefined), meta: null };
}

const nameOf = ({ project, chain, assets, meta }: Place) =>
  [project.project, chain, ...assets.map(({ symbol }) => symbol), meta].join(' ');

const PLACE_ATTEMPTS = 6;

/** Places of pools one after another, no two of one name: past the first attempts a market of its own tells them apart. */
export function placeMaker() {
  const taken = new Map<string, number>();
  return (draw: Draw, anchor: (typeof SAMPLE_ANCHORS)[number] | undefined): Place => {
    let place = anchor === undefined ? pickPlace(draw) : anchorPlace(anchor);
    for (let attempt = 1; attempt < PLACE_ATTEMPTS && taken.has(nameOf(place)); attempt += 1) {
      place = pickPlace((purpose) => mix(draw(purpose), attempt));
    }
    const name = nameOf(place);
    const count = (taken.get(name) ?? 0) + 1;
    taken.set(name, count);
    if (count === 1) return place;
    const kind = place.project.takes === 'single' ? 'Market' : 'Gauge';
    return { ...place, meta: [place.meta, `${kind} ${count}`].filter((part) => part !== null).join(' ') };
  };
}
