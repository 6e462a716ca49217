import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenOnLoopback } from '../../../infra/emulator/process/port.ts';
import type {
  MarketSource,
  PoolHistory,
  PriceHistory,
} from '../../../shared/ingest/sources/market-source.ts';

export interface Upstream {
  readonly url: string;
  /** Requested paths so far, in order. */
  readonly requests: string[];
  stop(): Promise<void>;
}

type Answer = (request: IncomingMessage, response: ServerResponse, attempt: number) => void;

/** Starts a local HTTP server in place of the market source. `attempt` counts the requests from 1. */
export async function startUpstream(answer: Answer): Promise<Upstream> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    answer(request, response, requests.length);
  });
  return {
    url: `http://127.0.0.1:${await listenOnLoopback(server)}`,
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** Starts a DefiLlama API that serves a market source in DefiLlama's JSON. */
export async function startDefiLlama(source: MarketSource): Promise<Upstream> {
  return startUpstream((request, response) => {
    const url = decodeURIComponent(request.url ?? '');
    void body(source, url).then(
      (value) => sendJson(response, value),
      () => sendJson(response, { message: 'not found' }, 404),
    );
  });
}

async function body(source: MarketSource, url: string): Promise<unknown> {
  const last = url.slice(url.lastIndexOf('/') + 1);
  if (url === '/pools') return { status: 'success', data: (await source.pools()).rows };
  if (url === '/lendBorrow') {
    return Array.from(await source.lendingMarkets(), ([pool, { suppliedUsd, borrowedUsd }]) => ({
      pool,
      totalSupplyUsd: suppliedUsd,
      totalBorrowUsd: borrowedUsd,
      borrowable: true,
    }));
  }
  if (url === '/protocols' || url === '/hacks') return [];
  if (url.includes('period=1d')) {
    const coins = url.slice('/chart/'.length, url.indexOf('?')).split(',');
    return { coins: buildPriceCharts(await source.priceHistories(coins)) };
  }
  if (url.startsWith('/chart/'))
    return { status: 'success', data: buildChartPoints(await source.history(last)) };
  if (url === '/v2/chains') {
    return (await source.chains()).map(({ name, tvlUsd }) => ({
      gecko_id: null,
      tvl: tvlUsd,
      name,
      chainId: 1,
    }));
  }
  if (url.startsWith('/v2/historicalChainTvl/')) {
    const { firstDay, tvl } = await source.chainTvlHistory(last);
    return Array.from(tvl, (value, index) => ({ date: (firstDay + index) * 86_400, tvl: value }));
  }
  const prices = await source.prices(url.replace('/prices/current/', '').split(','));
  return {
    coins: Object.fromEntries(
      prices.map(({ coin, priceUsd, symbol, confidence, observedAtMs }) => [
        coin,
        { price: priceUsd, symbol, timestamp: Math.floor(observedAtMs / 1000), confidence },
      ]),
    ),
  };
}

function buildPriceCharts(histories: ReadonlyMap<string, PriceHistory>): Record<string, unknown> {
  return Object.fromEntries(
    Array.from(histories, ([coin, { firstDay, prices }]) => [
      coin,
      {
        symbol: 'ANY',
        confidence: 0.99,
        prices: Array.from(prices, (value, index) => ({
          timestamp: (firstDay + index) * 86_400 + 300,
          price: value,
        })),
      },
    ]),
  );
}

function buildChartPoints({ firstDay, apy, tvl }: PoolHistory): unknown[] {
  return Array.from(apy, (value, index) => ({
    timestamp: new Date((firstDay + index) * 86_400_000 + 82_800_000).toISOString(),
    tvlUsd: tvl[index],
    apy: value,
    apyBase: value,
    apyReward: null,
    il7d: null,
    apyBase7d: null,
  }));
}
