import type { StrategyRecord } from '../../strategies/contract/strategy-record.ts';
import type { IntervalReachOf } from '../../strategies/domain/expectation/published.ts';
import { uniqueNames } from '../../strategies/domain/names.ts';
import { type Peer, peerApys } from '../../strategies/domain/peers.ts';
import { riskOf } from '../../strategies/domain/risk/risk.ts';
import type { Observation } from './normalize.ts';
import type { PublishableObservation } from './publication.ts';
import { type HistoryFigures, type PreviousFigures, strategyRecordOf } from './publish.ts';

/** The inputs from which a run builds its records. */
export interface DayInputs {
  readonly accepted: Iterable<PublishableObservation>;
  /** Records of strategies for which this run has no reading. They keep their last accepted reading. */
  readonly kept: readonly StrategyRecord[];
  readonly figures: (id: string) => HistoryFigures | undefined;
  readonly previous: (id: string) => PreviousFigures | undefined;
  readonly reachOf: IntervalReachOf;
}

/** Builds all records of a run. Each record is compared with its peers of the same run, and all names are unique. */
export function buildDayRecords({ accepted, kept, figures, previous, reachOf }: DayInputs): StrategyRecord[] {
  const observations = [...accepted];
  const peerApyOf = peerApys([...observations.map(peerOf), ...kept.map(peerOfRecord)]);
  const newRecords = observations.map((observation) =>
    strategyRecordOf(observation, figures(observation.id), previous(observation.id), {
      peerApy: peerApyOf(peerOf(observation)),
      reachOf,
    }),
  );
  const records = [...newRecords, ...kept.map(recomputeRisk)];
  const names = uniqueNames(records);
  return records.map((record) => {
    const name = names.get(record.id) ?? record.name;
    return name === record.name ? record : { ...record, name };
  });
}

/**
 * Computes the risk of a record again that keeps its last reading. The stored risk may come from older rules and
 * from other peers than this run has.
 */
function recomputeRisk(record: StrategyRecord): StrategyRecord {
  const { risk, level } = riskOf(record);
  return { ...record, risk, risk_level: level };
}

function peerOf(observation: Observation & { readonly apy: number }): Peer {
  const { apy, tvlUsd, asset, underlyingAssets, exposure, stablecoin } = observation;
  return { apy, tvlUsd, asset, underlyingAssets, exposure, stablecoin };
}

function peerOfRecord(record: StrategyRecord): Peer {
  return {
    apy: record.current_apy,
    tvlUsd: record.tvl,
    asset: record.asset,
    underlyingAssets: record.underlying_assets,
    exposure: record.exposure,
    stablecoin: record.stablecoin,
  };
}
