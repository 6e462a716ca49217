import { useQuery } from '@tanstack/react-query';
import type { InvestmentsOpportunitiesData } from '../../../../sdk/src/index.ts';
import { Loaded } from '../../components/states.tsx';
import { Card } from '../../components/surfaces.tsx';
import { dollars, percent, short, title } from '../../design/format.ts';
import { Link } from '../../routing/link.tsx';
import { connectedQuery, opportunitiesQuery } from './positions-api.ts';

type Opportunity = InvestmentsOpportunitiesData[number];

function OpportunityRow({ opportunity }: { opportunity: Opportunity }) {
  const { kind, chain, asset, amount, options, note } = opportunity;
  return (
    <li className="entry">
      <div className="entry-main">
        <b>{`${amount ?? ''} ${asset}`}</b>
        <span className="soft small">
          {`${title(chain)} · ${kind === 'balance' ? 'in the wallet' : 'in a vault'}`}
        </span>
        {note !== null && <span className="soft small">{note}</span>}
      </div>
      <ul>
        {options.map(({ strategy_id, strategy_name, expected_net_apy, expected_gain }) => (
          <li key={strategy_id}>
            <Link className="name" to={`/strategies/${strategy_id}`}>
              {strategy_name}
            </Link>{' '}
            <span className="soft small">
              {`${percent(expected_net_apy)} net, ${dollars(expected_gain)} more in 90 days`}
            </span>
          </li>
        ))}
      </ul>
    </li>
  );
}

function WalletOpportunities({ address }: { address: string }) {
  const found = useQuery(opportunitiesQuery(address));
  return (
    <Card heading={`What ${short(address)} could earn`} flush>
      <Loaded query={found} height={120}>
        {({ data, meta }) => {
          const silent = meta.chains.filter(({ status }) => status !== 'ok').map(({ chain }) => title(chain));
          return (
            <>
              {silent.length > 0 && <p className="soft small">{`Not answering: ${silent.join(', ')}.`}</p>}
              <ul className="entries">
                {data.map((each) => (
                  <OpportunityRow
                    key={`${each.kind} ${each.chain} ${each.asset} ${each.strategy_id}`}
                    opportunity={each}
                  />
                ))}
              </ul>
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}

/** What the connected wallets could earn. Renders nothing without a connected wallet. */
export function Opportunities() {
  const connected = useQuery(connectedQuery);
  const addresses = new Set(connected.data?.data.map(({ walletAddress }) => walletAddress));
  return [...addresses].map((address) => <WalletOpportunities key={address} address={address} />);
}
