import { useQuery } from '@tanstack/react-query';
import type { StrategiesGetData } from '../../../../sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { QueryResult } from '../../components/states.tsx';
import { formatCount, formatShare } from '../../design/format.ts';

/** Returns the kind of a strategy, as the API's key and in words. */
function strategyKindOf({ exposure, stablecoin }: StrategiesGetData): readonly [key: string, words: string] {
  if (exposure === 'single')
    return stablecoin === true ? ['stablecoin', 'one stablecoin'] : ['single_asset', 'one asset'];
  return stablecoin === true ? ['stablecoin_pool', 'several stablecoins'] : ['pool', 'several assets'];
}

/**
 * Shows how often the actual APY was inside the interval that had been published for it. Counts all strategies of the
 * same kind.
 */
export function TrackRecord({ strategy }: { strategy: StrategiesGetData }) {
  const [kind, kindText] = strategyKindOf(strategy);
  const calibration = useQuery({
    queryKey: ['calibration'],
    queryFn: ({ signal }) => api.market.calibration({}, { signal }),
  });
  return (
    <QueryResult query={calibration} height={72}>
      {({ data }) => {
        const rows = data.filter((each) => each.kind === kind && each.within !== null);
        if (rows.length === 0)
          return (
            <p className="soft small track-record">
              The APY estimates for strategies with {kindText} cannot be compared with the actual APY yet,
              because the periods of the estimates have not ended.
            </p>
          );
        return (
          <div className="small track-record">
            <p>
              The list shows how often the actual APY was in the estimated range. It counts the past estimates
              for strategies with {kindText}. The goal is 80%.
            </p>
            <ul>
              {rows.map(({ horizon_days, within, outcomes }) => (
                <li key={horizon_days}>
                  {horizon_days} days: <b>{formatShare(within)}</b>{' '}
                  <span className="soft">of {formatCount(outcomes, 'estimate')}</span>
                </li>
              ))}
            </ul>
          </div>
        );
      }}
    </QueryResult>
  );
}
