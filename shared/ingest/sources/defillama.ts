import * as z from 'zod/mini';
import { DAY_MS, dayOf } from '../../platform/domain/days.ts';
import { isAbsurdApy } from '../domain/publication.ts';
import { type LendingFigures, upstreamChartPointSchema } from '../domain/upstream.ts';
import { fetchJson, HTTP_LIMITS, type HttpLimits } from './http-json.ts';
import {
  type CoinPrice,
  type MarketSource,
  type PoolHistory,
  type PriceHistory,
  SourceError,
} from './market-source.ts';

export interface DefiLlamaOptions {
  /** Base URL without a slash at the end. */
  readonly yieldsUrl: string;
  readonly coinsUrl: string;
  readonly apiUrl: string;
  readonly now: () => number;
  readonly limits?: Partial<HttpLimits>;
}

/** Maximum number of past days that are read from the history of a pool or of a chain. No figure uses older days. */
const CHAIN_HISTORY_DAYS = 400;
const SECONDS_PER_DAY = DAY_MS / 1000;
/** The names of the coins are in the URL, which should be shorter than 8 kB. */
const COINS_PER_REQUEST = 80;
/** Smaller than COINS_PER_REQUEST, because the response contains a month of prices for each coin. */
const PRICE_HISTORIES_PER_REQUEST = 20;
const PRICE_HISTORY_DAYS = 31;

const poolListSchema = z.union([
  z.pipe(
    z.object({ status: z.optional(z.literal('success')), data: z.array(z.unknown()) }),
    z.transform(({ data }) => data),
  ),
  z.array(z.unknown()),
]);
const chartSchema = z.object({ data: z.array(z.unknown()) });
const coinListSchema = z.object({ coins: z.record(z.string(), z.unknown()) });
const coinPriceSchema = z.object({
  price: z.number().check(z.positive(), z.maximum(1e12)),
  symbol: z.string().check(z.minLength(1), z.maxLength(64)),
  timestamp: z.number().check(z.positive()),
  confidence: z.nullish(z.number().check(z.minimum(0), z.maximum(1))),
});
const coinHistorySchema = z.object({
  prices: z.array(
    z.object({
      timestamp: z.number().check(z.positive()),
      price: z.number().check(z.positive(), z.maximum(1e12)),
    }),
  ),
});
const chainSchema = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(64)),
  tvl: z.number().check(z.minimum(0), z.maximum(1e15)),
});
const chainTvlPointSchema = z.object({
  date: z.number().check(z.positive()),
  tvl: z.number().check(z.minimum(0), z.maximum(1e15)),
});

const usdSchema = z.number().check(z.minimum(0), z.maximum(1e15));
const lendingMarketSchema = z.object({
  pool: z.string().check(z.minLength(1), z.maxLength(128)),
  totalSupplyUsd: usdSchema,
  totalBorrowUsd: usdSchema,
  borrowable: z.nullish(z.boolean()),
});
const auditLinkSchema = z.string().check(z.maxLength(2_048), z.regex(/^https?:\/\/\S+$/));
const protocolSchema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(64)),
  slug: z.string().check(z.minLength(1), z.maxLength(128)),
  /** Time of the listing, in seconds since 1970-01-01. */
  listedAt: z.nullish(z.number().check(z.positive(), z.maximum(1e11))),
  /** A code from 0 to 3, as text. 0 means that there was no audit. */
  audits: z.nullish(z.string().check(z.regex(/^\d+$/))),
  audit_links: z.nullish(z.array(auditLinkSchema).check(z.maxLength(64))),
});
const hackSchema = z.object({
  /** Time of the hack, in seconds since 1970-01-01. */
  date: z.number().check(z.positive(), z.maximum(1e11)),
  amount: z.nullish(usdSchema),
  returnedFunds: z.nullish(usdSchema),
  technique: z.nullish(z.string().check(z.maxLength(256))),
  defillamaId: z.nullish(z.union([z.number(), z.string().check(z.maxLength(64))])),
});

/**
 * Returns the pool id and the lending figures of a market. Returns an empty list if the market has no supply or does
 * not allow borrowing. If `borrowable` is missing, a market with debt counts as one that allows borrowing.
 */
function toLendingEntries(
  lendingMarket: z.infer<typeof lendingMarketSchema>,
): [pool: string, figures: LendingFigures][] {
  const { pool, totalSupplyUsd: suppliedUsd, totalBorrowUsd: borrowedUsd } = lendingMarket;
  const isBorrowable = lendingMarket.borrowable ?? borrowedUsd > 0;
  return suppliedUsd > 0 && isBorrowable ? [[pool, { suppliedUsd, borrowedUsd }]] : [];
}

/** Joins coin names with commas for URL paths, at most `size` names in each text. */
function joinCoinNamesInBatches(coinNames: readonly string[], size: number): string[] {
  const coinBatches = Array.from({ length: Math.ceil(coinNames.length / size) }, (_, index) =>
    coinNames.slice(index * size, (index + 1) * size),
  );
  return coinBatches.map((group) => group.map(encodeURIComponent).join(','));
}

/**
 * Creates a market source for DefiLlama's public API. It leaves out malformed elements of all lists except the pools.
 * It returns malformed pools too, because the ingestion counts them.
 */
export function createDefiLlamaSource(options: DefiLlamaOptions): MarketSource {
  const httpLimits = { ...HTTP_LIMITS, ...options.limits };
  const { yieldsUrl, coinsUrl, apiUrl } = options;
  return {
    name: 'defillama',
    async pools() {
      const rows = parsePools(await fetchJson(`${yieldsUrl}/pools`, httpLimits));
      return { rows, fetchedAtMs: options.now() };
    },
    async lendingMarkets() {
      const body = parseBody(
        z.array(z.unknown()),
        await fetchJson(`${yieldsUrl}/lendBorrow`, httpLimits),
        'lendBorrow',
      );
      return new Map(parseValidElements(lendingMarketSchema, body).flatMap(toLendingEntries));
    },
    async protocols() {
      const body = parseBody(
        z.array(z.unknown()),
        await fetchJson(`${apiUrl}/protocols`, httpLimits),
        'protocols',
      );
      return parseValidElements(protocolSchema, body).map(({ id, slug, listedAt, audits, audit_links }) => ({
        id,
        slug,
        listedSinceMs: listedAt == null ? null : listedAt * 1000,
        audits:
          audits == null && audit_links == null
            ? null
            : {
                audited: Number(audits ?? 0) > 0 || (audit_links ?? []).length > 0,
                links: audit_links ?? [],
              },
      }));
    },
    async hacks() {
      const body = parseBody(z.array(z.unknown()), await fetchJson(`${apiUrl}/hacks`, httpLimits), 'hacks');
      return parseValidElements(hackSchema, body).flatMap(
        ({ defillamaId, date, amount, returnedFunds, technique }) =>
          defillamaId == null
            ? []
            : [
                {
                  protocolId: String(defillamaId),
                  hackedAtMs: date * 1000,
                  amountUsd: amount ?? null,
                  returnedUsd: returnedFunds ?? null,
                  technique: technique ?? null,
                },
              ],
      );
    },
    async history(poolId) {
      const body = await fetchJson(`${yieldsUrl}/chart/${encodeURIComponent(poolId)}`, httpLimits);
      return parsePoolHistory(body, dayOf(options.now()));
    },
    async prices(coinNames) {
      const prices: CoinPrice[] = [];
      for (const joinedCoinNames of joinCoinNamesInBatches(coinNames, COINS_PER_REQUEST)) {
        prices.push(
          ...parsePrices(await fetchJson(`${coinsUrl}/prices/current/${joinedCoinNames}`, httpLimits)),
        );
      }
      return prices;
    },
    async priceHistories(coinNames) {
      const firstDay = dayOf(options.now()) - PRICE_HISTORY_DAYS + 1;
      const query = `start=${firstDay * SECONDS_PER_DAY}&span=${PRICE_HISTORY_DAYS}&period=1d`;
      const priceHistoryByCoin = new Map<string, PriceHistory>();
      for (const joinedNames of joinCoinNamesInBatches(coinNames, PRICE_HISTORIES_PER_REQUEST)) {
        const body = await fetchJson(`${coinsUrl}/chart/${joinedNames}?${query}`, httpLimits);
        for (const [name, price] of parsePriceHistories(body, firstDay)) {
          priceHistoryByCoin.set(name, { firstDay, prices: price });
        }
      }
      return priceHistoryByCoin;
    },
    async chains() {
      const body = parseBody(
        z.array(z.unknown()),
        await fetchJson(`${apiUrl}/v2/chains`, httpLimits),
        'chains',
      );
      return parseValidElements(chainSchema, body).map(({ name, tvl }) => ({ name, tvlUsd: tvl }));
    },
    async chainTvlHistory(chainName) {
      const url = `${apiUrl}/v2/historicalChainTvl/${encodeURIComponent(chainName)}`;
      const body = parseBody(z.array(z.unknown()), await fetchJson(url, httpLimits), 'historicalChainTvl');
      const tvlPoints = parseValidElements(chainTvlPointSchema, body).map(({ date, tvl }) => ({
        day: dayOf(date * 1000),
        tvl,
      }));
      const firstDay = dayOf(options.now()) - CHAIN_HISTORY_DAYS;
      return { firstDay, tvl: toDailyValues(tvlPoints, firstDay, (point) => point.tvl) };
    },
  };
}

/**
 * Returns the elements of a `/pools` body without checking them. The body is an object with the list in `data`, or the
 * list itself.
 * @throws SourceError when the body is not a list of pools
 */
export function parsePools(body: unknown): unknown[] {
  return parseBody(poolListSchema, body, 'pools');
}

function parseBody<T>(schema: z.ZodMiniType<T>, body: unknown, name: string): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new SourceError('malformed', `${name}: JSON of another shape`);
}

function parseValidElements<T>(schema: z.ZodMiniType<T>, elements: readonly unknown[]): T[] {
  return elements.flatMap((element) => {
    const parsed = schema.safeParse(element);
    return parsed.success ? [parsed.data] : [];
  });
}

/** Returns the history of the days before today. A point with a missing or implausible APY counts as unknown. */
function parsePoolHistory(body: unknown, today: number): PoolHistory {
  const chartPoints = parseValidElements(upstreamChartPointSchema, parseBody(chartSchema, body, 'chart').data)
    .map(({ timestamp, tvlUsd, apy }) => ({ day: Math.floor(Date.parse(timestamp) / DAY_MS), tvlUsd, apy }))
    .filter(({ day, apy }) => day < today && apy != null && !isAbsurdApy(apy));
  const earliestDay = chartPoints.reduce((first, { day }) => Math.min(first, day), today);
  const firstDay = Math.max(today - CHAIN_HISTORY_DAYS, earliestDay);
  return {
    firstDay,
    apy: toDailyValues(chartPoints, firstDay, (point) => point.apy ?? Number.NaN, today),
    tvl: toDailyValues(chartPoints, firstDay, (point) => point.tvlUsd, today),
  };
}

/**
 * Returns one value for each day from `firstDay`. A day without a point is NaN. If a day has several points, the last
 * one is used.
 */
function toDailyValues<T extends { readonly day: number }>(
  datedPoints: readonly T[],
  firstDay: number,
  valueOfPoint: (point: T) => number,
  endDay = firstDay + CHAIN_HISTORY_DAYS,
): Float32Array {
  const values = new Float32Array(endDay - firstDay).fill(Number.NaN);
  for (const point of datedPoints) {
    const index = point.day - firstDay;
    if (index >= 0 && index < values.length) values[index] = valueOfPoint(point);
  }
  return values;
}

function parsePriceHistories(body: unknown, firstDay: number): [coin: string, price: Float32Array][] {
  const { coins } = parseBody(coinListSchema, body, 'chart');
  return Object.entries(coins).flatMap(([name, value]) => {
    const parsed = coinHistorySchema.safeParse(value);
    if (!parsed.success) return [];
    const pricePoints = parsed.data.prices.map(({ timestamp, price }) => ({
      day: dayOf(timestamp * 1000),
      price,
    }));
    return [
      [name, toDailyValues(pricePoints, firstDay, (point) => point.price, firstDay + PRICE_HISTORY_DAYS)],
    ];
  });
}

function parsePrices(body: unknown): CoinPrice[] {
  const { coins } = parseBody(coinListSchema, body, 'prices');
  return Object.entries(coins).flatMap(([name, value]) => {
    const parsed = coinPriceSchema.safeParse(value);
    if (!parsed.success) return [];
    const { price, symbol, timestamp, confidence } = parsed.data;
    const observedAtMs = timestamp * 1000;
    return [{ coin: name, symbol, priceUsd: price, confidence: confidence ?? null, observedAtMs }];
  });
}
