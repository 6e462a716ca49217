import type { StrategyRecord } from '../../strategies/contract/strategy-record.ts';
import type { GetIntervalReach } from '../../strategies/domain/expectation/published.ts';
import { buildUniqueNames } from '../../strategies/domain/names.ts';
import { createPeerApyLookup, type Peer } from '../../strategies/domain/peers.ts';
import { assessRisk } from '../../strategies/domain/risk/risk.ts';
import { buildStrategyRecord, type HistoryFigures, type PreviousFigures } from './build-strategy-record.ts';
import type { Observation } from './normalize.ts';
import type { PublishableObservation } from './publication.ts';

export interface IngestionRecordInputs {
  readonly acceptedObservations: Iterable<PublishableObservation>;
  /** Stored records of strategies that have no reading in this run. They keep their last accepted figures. */
  readonly keptRecords: readonly StrategyRecord[];
  readonly historyFiguresOf: (id: string) => HistoryFigures | undefined;
  readonly previousFiguresOf: (id: string) => PreviousFigures | undefined;
  readonly reachOf: GetIntervalReach;
}

export function buildUniquelyNamedRecords({
  acceptedObservations,
  keptRecords,
  historyFiguresOf,
  previousFiguresOf,
  reachOf,
}: IngestionRecordInputs): StrategyRecord[] {
  const observations = [...acceptedObservations];
  const peerApyOf = createPeerApyLookup([...observations.map(toPeer), ...keptRecords.map(recordToPeer)]);
  const newRecords = observations.map((observation) =>
    buildStrategyRecord(observation, historyFiguresOf(observation.id), previousFiguresOf(observation.id), {
      peerApy: peerApyOf(toPeer(observation)),
      reachOf,
    }),
  );
  const records = [...newRecords, ...keptRecords.map(recomputeRisk)];
  const uniqueNameById = buildUniqueNames(records);
  return records.map((record) => {
    const name = uniqueNameById.get(record.id) ?? record.name;
    return name === record.name ? record : { ...record, name };
  });
}

/** Computes the risk of a stored record again, because the stored risk may come from older rules. */
function recomputeRisk(record: StrategyRecord): StrategyRecord {
  const { risk, level } = assessRisk(record);
  return { ...record, risk, risk_level: level };
}

function toPeer(observation: Observation & { readonly apy: number }): Peer {
  const { apy, tvlUsd, asset, underlyingAssets, exposure, stablecoin } = observation;
  return { apy, tvlUsd, asset, underlyingAssets, exposure, stablecoin };
}

function recordToPeer(record: StrategyRecord): Peer {
  return {
    apy: record.current_apy,
    tvlUsd: record.tvl,
    asset: record.asset,
    underlyingAssets: record.underlying_assets,
    exposure: record.exposure,
    stablecoin: record.stablecoin,
  };
}
