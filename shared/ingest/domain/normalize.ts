import { chainSlug } from '../../chain/contract/chains.ts';
import { displayName } from '../../strategies/domain/names.ts';
import { strategyIdOf } from '../../strategies/domain/strategy-id.ts';
import { type StrategyType, strategyType } from './protocols.ts';
import {
  assetSymbol,
  cleanText,
  isClean,
  mixesScripts,
  SYMBOL_MAX_LENGTH,
  underlyingAssets,
} from './symbols.ts';
import type { LendingFigures, UpstreamPool } from './upstream.ts';

/** One reading of one pool in the service's own terms. APY figures are percentages, amounts USD. */
export interface Observation {
  readonly id: string;
  readonly source: string;
  readonly sourcePoolId: string;
  readonly name: string;
  readonly description: string;
  readonly chain: string;
  readonly asset: string;
  readonly underlyingAssets: readonly string[];
  /** The tokens' addresses as the source gives them, in its order; empty when it does not say. */
  readonly tokenAddresses: readonly string[];
  readonly protocol: string;
  readonly strategyType: StrategyType;
  readonly exposure: 'single' | 'multi';
  /** Null where the source does not say, which is not the same as no. */
  readonly ilRisk: boolean | null;
  readonly stablecoin: boolean | null;
  readonly outlier: boolean | null;
  /** Null when the source knows neither the APY nor its parts. */
  readonly apy: number | null;
  readonly apyBase: number | null;
  readonly apyReward: number | null;
  readonly apyMean30d: number | null;
  readonly tvlUsd: number;
  /** Null where the source does not say, or nothing can be borrowed. */
  readonly lending: LendingFigures | null;
  /** Days of history that the source has. */
  readonly sourceHistoryDays: number;
  readonly observedAtMs: number;
}

/** Why a row is put aside; it is counted and left out. */
type QuarantineReason =
  | 'invalid_pool'
  | 'invalid_chain'
  | 'invalid_symbol'
  | 'invalid_timestamp'
  | 'invalid_project'
  | 'mixed_scripts';

export type Normalized =
  | { readonly ok: true; readonly observation: Observation }
  | { readonly ok: false; readonly reason: QuarantineReason };

/** Characters of a protocol's name. */
const PROJECT_MAX_LENGTH = 64;
/** Characters that an HTML tag needs. No symbol and no protocol has them. */
const MARKUP = /[<>]/;

/** A clock that runs ahead by more than this is not one to order readings by. */
const CLOCK_SKEW_MS = 3_600_000;

/** The protocol and the asset, without repeating an asset with which the protocol's name ends: `Ethena USDe`. */
function holdingName(protocol: string, asset: string): string {
  return protocol.toUpperCase().endsWith(`-${asset}`)
    ? displayName(protocol)
    : `${displayName(protocol)} ${asset}`;
}

/**
 * Puts an upstream pool into the service's own terms.
 *
 * @param fetchedAtMs when the list was read: the time of a reading that carries none of its own
 */
export function normalizePool(
  pool: UpstreamPool,
  source: string,
  fetchedAtMs: number,
  lending: LendingFigures | null = null,
): Normalized {
  if (!isClean(pool.pool)) return { ok: false, reason: 'invalid_pool' };
  const chain = chainSlug(cleanText(pool.chain));
  if (!/^[\p{L}\p{N}][\p{L}\p{N}.-]*$/u.test(chain)) return { ok: false, reason: 'invalid_chain' };
  const protocol = cleanText(pool.project)
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
  if (protocol === '' || protocol.length > PROJECT_MAX_LENGTH || MARKUP.test(protocol))
    return { ok: false, reason: 'invalid_project' };
  const asset = assetSymbol(pool.symbol);
  if (asset === '' || asset.length > SYMBOL_MAX_LENGTH || MARKUP.test(asset))
    return { ok: false, reason: 'invalid_symbol' };
  const observedAtMs = pool.timestamp == null ? fetchedAtMs : Date.parse(pool.timestamp);
  if (!Number.isFinite(observedAtMs) || observedAtMs > fetchedAtMs + CLOCK_SKEW_MS) {
    return { ok: false, reason: 'invalid_timestamp' };
  }

  const tokenCount = pool.underlyingTokens?.length || undefined;
  const exposure = exposureOf(pool, asset, tokenCount);
  const type = strategyType(protocol, exposure);
  const meta = cleanText(pool.poolMeta ?? '').slice(0, 80);
  const place = `${displayName(protocol)} on ${displayName(chain)}`;
  const name = `${holdingName(protocol, asset)}${meta === '' ? '' : ` (${meta})`} on ${displayName(chain)}`;
  if (mixesScripts(name)) return { ok: false, reason: 'mixed_scripts' };
  return {
    ok: true,
    observation: {
      id: strategyIdOf(source, pool.pool),
      source,
      sourcePoolId: pool.pool,
      name,
      description: describe(type, asset, place),
      chain,
      asset,
      underlyingAssets: underlyingAssets(asset, exposure, tokenCount),
      tokenAddresses: (pool.underlyingTokens ?? []).flatMap((address) =>
        address !== null && isClean(address) ? [address] : [],
      ),
      protocol,
      strategyType: type,
      exposure,
      ilRisk: yesOrNo(pool.ilRisk),
      stablecoin: pool.stablecoin ?? null,
      outlier: pool.outlier ?? null,
      apy: apyOf(pool),
      apyBase: pool.apyBase ?? null,
      apyReward: pool.apyReward ?? null,
      apyMean30d: pool.apyMean30d ?? null,
      tvlUsd: pool.tvlUsd,
      lending,
      sourceHistoryDays: Math.floor(pool.count ?? 0),
      observedAtMs,
    },
  };
}

/** The source's yes or no; null for anything else. */
function yesOrNo(text: string | null | undefined): boolean | null {
  const answer = text?.toLowerCase();
  return answer === 'yes' ? true : answer === 'no' ? false : null;
}

function apyOf(pool: UpstreamPool): number | null {
  if (pool.apy != null) return pool.apy;
  if (pool.apyBase == null && pool.apyReward == null) return null;
  return (pool.apyBase ?? 0) + (pool.apyReward ?? 0);
}

/** The source's word for it, else several tokens or a joined symbol mean several assets. */
function exposureOf(pool: UpstreamPool, asset: string, tokenCount: number | undefined): 'single' | 'multi' {
  if (pool.exposure === 'single' || pool.exposure === 'multi') return pool.exposure;
  return (tokenCount ?? (asset.includes('-') ? 2 : 1)) > 1 ? 'multi' : 'single';
}

const SENTENCES: Readonly<Record<StrategyType, (asset: string, place: string) => string>> = {
  lending: (asset, place) => `Supplies ${asset} to ${place} and earns the interest that borrowers pay.`,
  liquidity_pool: (asset, place) =>
    `Provides ${asset} liquidity to ${place} and earns trading fees and incentives.`,
  staking: (asset, place) => `Stakes through ${place} as ${asset} and earns network rewards.`,
  restaking: (asset, place) =>
    `Restakes through ${place} as ${asset} and earns staking and security rewards.`,
  vault: (asset, place) => `Holds ${asset} in a vault of ${place} that earns on its behalf.`,
  yield_aggregator: (asset, place) => `Deposits ${asset} with ${place}, which reinvests the earnings.`,
  fixed_yield: (asset, place) => `Buys ${asset} yield through ${place}.`,
  real_world_asset: (asset, place) => `Holds ${asset} of ${place}, backed by assets outside the chain.`,
  basis_trading: (asset, place) => `Holds ${asset} of ${place}, which earns funding and basis spreads.`,
};

function describe(type: StrategyType, asset: string, place: string): string {
  return SENTENCES[type](asset, place);
}
