import type { StrategyRecord } from '../../strategies/contract/strategy-record.ts';
import type { IntervalReachOf } from '../../strategies/domain/expectation/published.ts';
import { uniqueNames } from '../../strategies/domain/names.ts';
import { type Peer, peerApys } from '../../strategies/domain/peers.ts';
import { riskOf } from '../../strategies/domain/risk/risk.ts';
import type { Observation } from './normalize.ts';
import type { PublishableObservation } from './publication.ts';
import { type HistoryFigures, type PreviousFigures, strategyRecordOf } from './publish.ts';

/** What the records of a run are made from. */
export interface DayInputs {
  readonly accepted: Iterable<PublishableObservation>;
  /** Records that keep the last accepted reading because this run has none. */
  readonly kept: readonly StrategyRecord[];
  readonly figures: (id: string) => HistoryFigures | undefined;
  readonly previous: (id: string) => PreviousFigures | undefined;
  readonly reachOf: IntervalReachOf;
}

/** All records of a run, each seen against its peers of the same run, no two of one name. */
export function dayRecords({ accepted, kept, figures, previous, reachOf }: DayInputs): StrategyRecord[] {
  const observations = [...accepted];
  const peerApyOf = peerApys([...observations.map(peerOf), ...kept.map(keptPeer)]);
  const fresh = observations.map((observation) =>
    strategyRecordOf(observation, figures(observation.id), previous(observation.id), {
      peerApy: peerApyOf(peerOf(observation)),
      reachOf,
    }),
  );
  const records = [...fresh, ...kept.map(judgedAnew)];
  const names = uniqueNames(records);
  return records.map((record) => {
    const name = names.get(record.id) ?? record.name;
    return name === record.name ? record : { ...record, name };
  });
}

/** An item may be of a time with other rules, and its TVL of another reading. */
function judgedAnew(record: StrategyRecord): StrategyRecord {
  const { risk, level } = riskOf(record);
  return { ...record, risk, risk_level: level };
}

function peerOf(observation: Observation & { readonly apy: number }): Peer {
  const { apy, tvlUsd, asset, underlyingAssets, exposure, stablecoin } = observation;
  return { apy, tvlUsd, asset, underlyingAssets, exposure, stablecoin };
}

function keptPeer(record: StrategyRecord): Peer {
  return {
    apy: record.current_apy,
    tvlUsd: record.tvl,
    asset: record.asset,
    underlyingAssets: record.underlying_assets,
    exposure: record.exposure,
    stablecoin: record.stablecoin,
  };
}
