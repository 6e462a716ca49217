import { useQuery } from '@tanstack/react-query';
import type { StatisticsGetData } from '../../../../sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { CopyCurlButton } from '../../components/curl.tsx';
import { EmptyState, QueryResult } from '../../components/states.tsx';
import { Card, Tile, Tiles } from '../../components/surfaces.tsx';
import { Time } from '../../components/time.tsx';
import { formatCount, formatKeyAsTitle, formatNumber, formatShortUsd } from '../../design/format.ts';
import { Link } from '../../routing/link.tsx';
import { Trends } from './trends.tsx';

function CountTiles({ statistics }: { statistics: StatisticsGetData }) {
  const { users, api_keys, requests_24h, wallet_connections, positions } = statistics;
  const { pro, enterprise } = users.by_plan;
  const { removal_requested: removals } = wallet_connections.by_status;
  return (
    <Tiles>
      <Tile label="Users" under={`${formatNumber(pro)} on Pro, ${formatNumber(enterprise)} on Enterprise`}>
        {formatNumber(users.total)}
      </Tile>
      <Tile label="Keys in use">{formatNumber(api_keys.active)}</Tile>
      <Tile
        label="Requests in 24 hours"
        under={`${formatNumber(requests_24h.refused)} rejected by the rate limit`}
      >
        {formatNumber(requests_24h.admitted)}
      </Tile>
      <Tile label="Wallets" under={formatCount(removals, 'removal request')}>
        {formatNumber(wallet_connections.total)}
      </Tile>
      <Tile label="Value of investments" under={formatCount(positions.active, 'investment')}>
        {formatShortUsd(positions.value_usd)}
      </Tile>
    </Tiles>
  );
}

function Holdings({ positions }: Pick<StatisticsGetData, 'positions'>) {
  if (positions.by_chain.length === 0) return <EmptyState heading="No open investments" />;
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">Chain</th>
          <th scope="col" className="number">
            Positions
          </th>
          <th scope="col" className="number">
            Value
          </th>
        </tr>
      </thead>
      <tbody>
        {positions.by_chain.map((row) => (
          <tr key={row.chain}>
            <th scope="row">{formatKeyAsTitle(row.chain)}</th>
            <td className="number">{formatNumber(row.positions)}</td>
            <td className="number">{formatShortUsd(row.value_usd)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/**
 * Shows the solvency of the sandbox: the strategies in which the ledger owes users more than the strategy's
 * TVL.
 */
function Solvency({ solvency }: Pick<StatisticsGetData, 'solvency'>) {
  const { strategies, unknown, uncovered, largest_uncovered } = solvency;
  return (
    <div className="stack">
      {uncovered > 0 && (
        <p className="notice notice-bad">
          {`In ${formatNumber(uncovered)} of ${formatCount(strategies, 'strategy', 'strategies')}, the service owes its users more than the TVL of the strategy.`}
        </p>
      )}
      {strategies === 0 && <p>No sandbox investments are open.</p>}
      {strategies > 0 && uncovered === 0 && (
        <p>In each checked strategy, the TVL is at least the amount that the service owes its users.</p>
      )}
      {unknown > 0 && (
        <p className="soft small">{`The solvency of ${formatCount(unknown, 'strategy', 'strategies')} is unknown, because there is no price or the data source no longer lists the strategy.`}</p>
      )}
      {largest_uncovered.length > 0 && (
        <ul className="stack stack-tight">
          {largest_uncovered.map(({ strategy_id, asset, owed, owed_usd }) => (
            <li key={strategy_id}>
              <Link to={`/strategies/${strategy_id}`}>{strategy_id}</Link>
              {`: owes ${owed} ${asset}, ${formatShortUsd(owed_usd)}`}
            </li>
          ))}
        </ul>
      )}
      <VaultSolvency vaults={solvency.vaults} />
    </div>
  );
}

/**
 * Shows the solvency of the vaults: the strategies whose vault shares on the chain are fewer than the shares in
 * the ledger.
 */
function VaultSolvency({ vaults }: Pick<StatisticsGetData['solvency'], 'vaults'>) {
  const { strategies, unknown, uncovered, largest_uncovered } = vaults;
  if (strategies === 0) return null;
  return (
    <>
      {uncovered > 0 && (
        <p className="notice notice-bad">
          {`In ${formatNumber(uncovered)} of ${formatCount(strategies, 'vault')}, at least one wallet holds fewer shares on the chain than the ledger has recorded.`}
        </p>
      )}
      {uncovered === 0 && unknown < strategies && (
        <p>
          In every checked vault, each wallet holds at least as many shares on the chain as the ledger has
          recorded.
        </p>
      )}
      {unknown > 0 && (
        <p className="soft small">{`${formatCount(unknown, 'vault')} could not be checked.`}</p>
      )}
      {largest_uncovered.length > 0 && (
        <ul className="stack stack-tight">
          {largest_uncovered.map(({ strategy_id, asset, lacking, lacking_wallets }) => (
            <li key={strategy_id}>
              <Link to={`/strategies/${strategy_id}`}>{strategy_id}</Link>
              {`: ${formatCount(lacking_wallets, 'wallet holds', 'wallets hold')} ${lacking === null ? 'fewer shares' : `${lacking} ${asset} less`} than recorded`}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/**
 * Age in seconds from which the page shows the catalog as old. The ingestion runs every hour, so it has then missed two
 * runs.
 */
const CATALOG_MAX_AGE_SECONDS = 2 * 3_600;

export function Overview() {
  const statistics = useQuery({
    queryKey: ['statistics'],
    queryFn: ({ signal }) => api.statistics.get({}, { signal }),
  });
  return (
    <QueryResult query={statistics} height={600}>
      {({ data, meta }) => (
        <div className="stack stack-wide">
          <CountTiles statistics={data} />
          <Trends days={data.days} />
          <div className="grid-2">
            <Card heading="Investments by chain" flush>
              <Holdings positions={data.positions} />
            </Card>
            <Card heading="Solvency">
              <Solvency solvency={data.solvency} />
            </Card>
          </div>
          <Card heading="Ingestion">
            <p>
              {data.catalog.as_of === null ? (
                'The catalog is still empty, because no ingestion has finished yet.'
              ) : (
                <>
                  {formatCount(data.catalog.strategies ?? 0, 'strategy', 'strategies')}, updated{' '}
                  <Time at={data.catalog.as_of} />. The ingestion runs every hour.
                </>
              )}
            </p>
            {(data.catalog.age_seconds ?? 0) > CATALOG_MAX_AGE_SECONDS && (
              <p className="notice notice-bad">The catalog is older than two hours. Check the ingestion.</p>
            )}
          </Card>
          <div className="row row-between soft small">
            <p>
              The service counted these figures <Time at={meta.as_of} />. It used prices from{' '}
              <Time at={meta.prices_as_of} none="an unknown time" />.
            </p>
            <CopyCurlButton path="/admin/statistics" />
          </div>
        </div>
      )}
    </QueryResult>
  );
}
