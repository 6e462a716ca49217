import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { InvestmentsOpportunitiesData } from '../../../../sdk/src/index.ts';
import { Button } from '../../components/controls.tsx';
import { CopyCurl } from '../../components/curl.tsx';
import { EmptyState, QueryResult } from '../../components/states.tsx';
import { Card, RiskBadge } from '../../components/surfaces.tsx';
import { dollars, percent, short, shownAmount, title } from '../../design/format.ts';
import { Link } from '../../routing/link.tsx';
import { ConnectOwn } from './connect-own.tsx';
import { connectionsQuery, opportunitiesQuery } from './positions-api.ts';

type Opportunity = InvestmentsOpportunitiesData[number];

/** Returns a sentence such as `Your idle 500 USDC could earn about $6.12 in 90 days.` */
function headline({ kind, asset, amount, options: [best] }: Opportunity): string {
  const what = `${kind === 'balance' ? 'Your idle' : 'Your invested'} ${amount === null ? '' : `${shownAmount(amount)} `}${asset}`;
  return best === undefined
    ? what
    : `${what} could earn about ${dollars(best.expected_gain)}${kind === 'balance' ? '' : ' more'} in 90 days.`;
}

function OpportunityRow({ opportunity }: { opportunity: Opportunity }) {
  const { chain, options, note } = opportunity;
  return (
    <li className="entry">
      <div className="entry-main">
        <b>{headline(opportunity)}</b>
        <span className="soft small">{`On ${title(chain)}.${note === null ? '' : ` ${note}`}`}</span>
        <ul className="stack stack-tight">
          {options.map(
            ({ strategy_id, strategy_name, expected_net_apy, expected_gain, costs, risk_level }) => (
              <li key={strategy_id} className="row">
                <Link className="name" to={`/strategies/${strategy_id}`}>
                  {strategy_name}
                </Link>
                <RiskBadge level={risk_level} long />
                <span className="soft small">
                  {`Estimated costs: ${dollars(costs)}. Expected APY after deductions: ${percent(expected_net_apy)}. You would earn ${dollars(expected_gain)} more in 90 days.`}
                </span>
              </li>
            ),
          )}
        </ul>
      </div>
    </li>
  );
}

/** Number of opportunities that are shown before the user asks for all. */
const FIRST_SHOWN = 4;

const gainOf = ({ options: [best] }: Opportunity) => best?.expected_gain ?? 0;

function WalletOpportunities({ address }: { address: string }) {
  const [isComplete, setComplete] = useState(false);
  const opportunities = useQuery(opportunitiesQuery(address));
  return (
    <Card
      heading={`What your wallet ${short(address)} could earn`}
      actions={<CopyCurl path="/wallet/opportunities" query={{ address }} />}
      flush
    >
      <QueryResult query={opportunities} height={160}>
        {({ data, meta }) => {
          const silent = meta.chains.filter(({ status }) => status !== 'ok').map(({ chain }) => title(chain));
          const sorted = data.toSorted((one, other) => gainOf(other) - gainOf(one));
          return (
            <>
              {data.length === 0 && (
                <EmptyState heading="No better strategy found">
                  No token in this wallet could earn more after costs.
                </EmptyState>
              )}
              <ul className="entries">
                {sorted.slice(0, isComplete ? undefined : FIRST_SHOWN).map((each) => (
                  <OpportunityRow
                    key={`${each.kind} ${each.chain} ${each.asset} ${each.strategy_id}`}
                    opportunity={each}
                  />
                ))}
              </ul>
              {!isComplete && data.length > FIRST_SHOWN && (
                <div className="more">
                  <Button small onClick={() => setComplete(true)}>
                    Show all {data.length}
                    <span className="hidden-visually"> opportunities of {short(address)}</span>
                  </Button>
                </div>
              )}
              {silent.length > 0 && (
                <p className="more soft small">{`These chains did not respond, so their balances are missing: ${silent.join(', ')}.`}</p>
              )}
            </>
          );
        }}
      </QueryResult>
    </Card>
  );
}

/** Maximum number of wallets for which opportunities are loaded, because the API reads each wallet from its chains. */
const WALLETS_SHOWN = 3;

/** Shows what the connected wallets could earn, or offers to connect the wallet that the user signed in with. */
export function Opportunities() {
  const connections = useQuery(connectionsQuery).data?.data;
  if (connections === undefined) return null;
  const active = connections.filter(({ status }) => status === 'active');
  const addresses = new Set(active.map(({ walletAddress }) => walletAddress));
  return (
    <>
      {[...addresses].slice(0, WALLETS_SHOWN).map((address) => (
        <WalletOpportunities key={address} address={address} />
      ))}
      <ConnectOwn connections={connections} />
    </>
  );
}
