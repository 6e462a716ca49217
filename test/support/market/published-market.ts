import { buildMarketSnapshot } from '../../../shared/market/domain/build-market-snapshot.ts';
import { type Calibration, NO_CALIBRATION } from '../../../shared/market/domain/calibration/calibration.ts';
import {
  CALIBRATION_SNAPSHOT_NAME,
  encodeCalibration,
} from '../../../shared/market/domain/calibration/snapshot.ts';
import {
  type AssetPrice,
  type ChainTvl,
  encodeMarketSnapshot,
  MARKET_SNAPSHOT_NAME,
} from '../../../shared/market/domain/market-snapshot.ts';
import {
  buildPerformanceSnapshot,
  encodePerformanceSnapshot,
  PERFORMANCE_SNAPSHOT_NAME,
} from '../../../shared/market/domain/performance-snapshot.ts';
import { computeStatisticsByWindow } from '../../../shared/market/domain/window-statistics.ts';
import { writeHistory } from '../../../shared/market/store/history.ts';
import { dayOf } from '../../../shared/platform/domain/days.ts';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { publishSnapshot } from '../../../shared/platform/dynamodb/snapshots/publish-snapshot.ts';
import type { StrategyRecord } from '../../../shared/strategies/contract/strategy-record.ts';
import {
  CATALOG_SNAPSHOT_NAME,
  encodeCatalog,
} from '../../../shared/strategies/domain/catalog/encoding/encode.ts';

/** A strategy and its daily history: one entry per day, oldest first, ending on the market's day. */
export interface SampleStrategy {
  readonly record: StrategyRecord;
  readonly apy: readonly number[];
  readonly tvl: readonly number[];
}

export interface PublishedMarket {
  readonly strategies: readonly SampleStrategy[];
  /** Ids of the strategies with a registered vault. Empty by default. */
  readonly vaults?: ReadonlySet<string>;
  readonly prices: readonly AssetPrice[];
  readonly pricesBefore?: readonly AssetPrice[];
  readonly chainTvl: readonly ChainTvl[];
  readonly asOf: Date;
  /** The calibration. None by default. */
  readonly calibration?: Calibration;
  /** With false, the daily histories of the strategies are not written. */
  readonly withHistories?: boolean;
}

/** Publishes the three snapshots and the histories of a market, as the ingestion does. */
export async function publishMarket(table: Table, market: PublishedMarket): Promise<void> {
  const { strategies, asOf, chainTvl, prices } = market;
  const records = strategies.map(({ record }) => record);
  const statistics = new Map(strategies.map((each) => [each.record.id, computeStatisticsByWindow(each)]));
  const previousDay = new Date(asOf.getTime() - 86_400_000);
  const previous =
    market.pricesBefore &&
    buildMarketSnapshot({ records: [], prices: market.pricesBefore, chainTvl: [], now: previousDay });
  const snapshots = [
    [CATALOG_SNAPSHOT_NAME, encodeCatalog(records, market.vaults)],
    [
      PERFORMANCE_SNAPSHOT_NAME,
      encodePerformanceSnapshot(buildPerformanceSnapshot(records, statistics, asOf)),
    ],
    [
      MARKET_SNAPSHOT_NAME,
      encodeMarketSnapshot(
        buildMarketSnapshot({ records, prices, chainTvl, previous, dailySeries: strategies, now: asOf }),
      ),
    ],
    [CALIBRATION_SNAPSHOT_NAME, encodeCalibration(market.calibration ?? NO_CALIBRATION)],
  ] as const;
  for (const [name, payload] of snapshots) await publishSnapshot(table, name, payload, { asOf, now: asOf });
  if (market.withHistories === false) return;
  const lastDay = dayOf(asOf.getTime());
  await writeHistory(
    table,
    strategies.map(({ record, apy, tvl }) => ({
      strategyId: record.id,
      series: {
        firstDay: lastDay - apy.length + 1,
        apy: Float32Array.from(apy),
        tvl: Float32Array.from(tvl),
      },
    })),
  );
}
