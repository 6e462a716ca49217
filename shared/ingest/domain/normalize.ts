import { toChainSlug } from '../../chain/contract/chains.ts';
import { toDisplayName } from '../../strategies/domain/names.ts';
import { strategyIdOf } from '../../strategies/domain/strategy-id.ts';
import { type StrategyType, strategyTypeOf } from './protocols.ts';
import {
  cleanText,
  isCleanText,
  mixesAlphabets,
  normalizeAssetSymbol,
  parseUnderlyingAssets,
  SYMBOL_MAX_LENGTH,
} from './symbols.ts';
import type { LendingFigures, UpstreamPool } from './upstream.ts';

/** One reading of one pool. APYs are in percent, amounts in USD. */
export interface Observation {
  readonly id: string;
  readonly source: string;
  readonly sourcePoolId: string;
  readonly name: string;
  readonly description: string;
  readonly chain: string;
  readonly asset: string;
  readonly underlyingAssets: readonly string[];
  /** Token addresses as the source returns them, in the source's order. Empty if unknown. */
  readonly tokenAddresses: readonly string[];
  readonly protocol: string;
  readonly strategyType: StrategyType;
  readonly exposure: 'single' | 'multi';
  /** Null if the source does not report the property. Null does not mean `false`. */
  readonly ilRisk: boolean | null;
  readonly stablecoin: boolean | null;
  readonly outlier: boolean | null;
  /** APY in percent. Null if the source knows neither the APY nor its parts. */
  readonly apy: number | null;
  readonly apyBase: number | null;
  readonly apyReward: number | null;
  readonly apyMean30d: number | null;
  readonly tvlUsd: number;
  /** Null if the source does not report lending figures, or if nothing can be borrowed. */
  readonly lending: LendingFigures | null;
  /** Number of days of history that the source has. */
  readonly sourceHistoryDays: number;
  readonly observedAtMs: number;
}

type QuarantineReason =
  | 'invalid_pool'
  | 'invalid_chain'
  | 'invalid_symbol'
  | 'invalid_timestamp'
  | 'invalid_project'
  | 'mixed_scripts';

export type NormalizationResult =
  | { readonly ok: true; readonly observation: Observation }
  | { readonly ok: false; readonly reason: QuarantineReason };

const PROJECT_MAX_LENGTH = 64;
/** Characters of HTML tags. They do not occur in real symbols and protocol names. */
const MARKUP_CHARACTERS = /[<>]/;

/**
 * An observation is rejected if it is more than this many milliseconds in the future when its pool list is read,
 * because the source's clock must be wrong.
 */
const MAX_CLOCK_SKEW_MS = 3_600_000;

/**
 * Returns protocol and asset as one name. An asset at the end of the protocol's name, as in `Ethena USDe`, is not
 * repeated.
 */
function protocolAssetName(protocol: string, asset: string): string {
  return protocol.toUpperCase().endsWith(`-${asset}`)
    ? toDisplayName(protocol)
    : `${toDisplayName(protocol)} ${asset}`;
}

/** @param fetchedAtMs time at which the pool list was read; used for readings without a timestamp */
export function normalizePool(
  pool: UpstreamPool,
  sourceName: string,
  fetchedAtMs: number,
  lendingFigures: LendingFigures | null = null,
): NormalizationResult {
  if (!isCleanText(pool.pool)) return { ok: false, reason: 'invalid_pool' };
  const chain = toChainSlug(cleanText(pool.chain));
  if (!/^[\p{L}\p{N}][\p{L}\p{N}.-]*$/u.test(chain)) return { ok: false, reason: 'invalid_chain' };
  const protocol = cleanText(pool.project)
    .toLowerCase()
    .replace(/[\s_]+/g, '-');
  if (protocol === '' || protocol.length > PROJECT_MAX_LENGTH || MARKUP_CHARACTERS.test(protocol))
    return { ok: false, reason: 'invalid_project' };
  const asset = normalizeAssetSymbol(pool.symbol);
  if (asset === '' || asset.length > SYMBOL_MAX_LENGTH || MARKUP_CHARACTERS.test(asset))
    return { ok: false, reason: 'invalid_symbol' };
  const observedAtMs = pool.timestamp == null ? fetchedAtMs : Date.parse(pool.timestamp);
  if (!Number.isFinite(observedAtMs) || observedAtMs > fetchedAtMs + MAX_CLOCK_SKEW_MS) {
    return { ok: false, reason: 'invalid_timestamp' };
  }

  const tokenCount = pool.underlyingTokens?.length || undefined;
  const exposure = exposureOf(pool, asset, tokenCount);
  const type = strategyTypeOf(protocol, exposure);
  const poolLabel = cleanText(pool.poolMeta ?? '').slice(0, 80);
  const protocolAndChain = `${toDisplayName(protocol)} on ${toDisplayName(chain)}`;
  const name = `${protocolAssetName(protocol, asset)}${poolLabel === '' ? '' : ` (${poolLabel})`} on ${toDisplayName(chain)}`;
  if (mixesAlphabets(name)) return { ok: false, reason: 'mixed_scripts' };
  return {
    ok: true,
    observation: {
      id: strategyIdOf(sourceName, pool.pool),
      source: sourceName,
      sourcePoolId: pool.pool,
      name,
      description: descriptionOf(type, asset, protocolAndChain),
      chain,
      asset,
      underlyingAssets: parseUnderlyingAssets(asset, exposure, tokenCount),
      tokenAddresses: (pool.underlyingTokens ?? []).flatMap((address) =>
        address !== null && isCleanText(address) ? [address] : [],
      ),
      protocol,
      strategyType: type,
      exposure,
      ilRisk: parseYesNo(pool.ilRisk),
      stablecoin: pool.stablecoin ?? null,
      outlier: pool.outlier ?? null,
      apy: apyOf(pool),
      apyBase: pool.apyBase ?? null,
      apyReward: pool.apyReward ?? null,
      apyMean30d: pool.apyMean30d ?? null,
      tvlUsd: pool.tvlUsd,
      lending: lendingFigures,
      sourceHistoryDays: Math.floor(pool.count ?? 0),
      observedAtMs,
    },
  };
}

function parseYesNo(text: string | null | undefined): boolean | null {
  const lowerCaseText = text?.toLowerCase();
  return lowerCaseText === 'yes' ? true : lowerCaseText === 'no' ? false : null;
}

function apyOf(pool: UpstreamPool): number | null {
  if (pool.apy != null) return pool.apy;
  if (pool.apyBase == null && pool.apyReward == null) return null;
  return (pool.apyBase ?? 0) + (pool.apyReward ?? 0);
}

/**
 * Returns the exposure. If the source does not report it, the number of tokens decides. If this number is unknown too,
 * a dash in the symbol means several assets.
 */
function exposureOf(pool: UpstreamPool, asset: string, tokenCount: number | undefined): 'single' | 'multi' {
  if (pool.exposure === 'single' || pool.exposure === 'multi') return pool.exposure;
  return (tokenCount ?? (asset.includes('-') ? 2 : 1)) > 1 ? 'multi' : 'single';
}

const DESCRIPTION_BUILDER_BY_TYPE: Readonly<
  Record<StrategyType, (asset: string, protocolAndChain: string) => string>
> = {
  lending: (asset, protocolAndChain) =>
    `Supplies ${asset} to ${protocolAndChain} and earns the interest that borrowers pay.`,
  liquidity_pool: (asset, protocolAndChain) =>
    `Provides ${asset} liquidity to ${protocolAndChain} and earns trading fees and incentives.`,
  staking: (asset, protocolAndChain) =>
    `Stakes through ${protocolAndChain} as ${asset} and earns network rewards.`,
  restaking: (asset, protocolAndChain) =>
    `Restakes through ${protocolAndChain} as ${asset} and earns staking and security rewards.`,
  vault: (asset, protocolAndChain) =>
    `Holds ${asset} in a vault of ${protocolAndChain} that earns on its behalf.`,
  yield_aggregator: (asset, protocolAndChain) =>
    `Deposits ${asset} with ${protocolAndChain}, which reinvests the earnings.`,
  fixed_yield: (asset, protocolAndChain) => `Buys ${asset} yield through ${protocolAndChain}.`,
  real_world_asset: (asset, protocolAndChain) =>
    `Holds ${asset} of ${protocolAndChain}, backed by assets outside the chain.`,
  basis_trading: (asset, protocolAndChain) =>
    `Holds ${asset} of ${protocolAndChain}, which earns funding and basis spreads.`,
};

function descriptionOf(type: StrategyType, asset: string, protocolAndChain: string): string {
  return DESCRIPTION_BUILDER_BY_TYPE[type](asset, protocolAndChain);
}
