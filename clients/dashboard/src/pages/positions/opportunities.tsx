import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { InvestmentsOpportunitiesData } from '../../../../sdk/src/index.ts';
import { Button } from '../../components/controls.tsx';
import { CopyCurlButton } from '../../components/curl.tsx';
import { EmptyState, QueryResult } from '../../components/states.tsx';
import { Badge, Card, RiskBadge } from '../../components/surfaces.tsx';
import {
  formatAmount,
  formatKeyAsTitle,
  formatPercent,
  formatUsd,
  shortenAddressOrId,
} from '../../design/format.ts';
import { Link } from '../../routing/link.tsx';
import { ConnectSignInWallet } from './connect-own.tsx';
import { connectionsQuery, opportunitiesQuery } from './positions-api.ts';

type Opportunity = InvestmentsOpportunitiesData[number];

/** Returns a sentence such as `Your idle 500 USDC could earn about $6.12 in 90 days.` */
function opportunityHeadline({ kind, asset, amount, options: [best] }: Opportunity): string {
  const what = `${kind === 'balance' ? 'Your idle' : 'Your invested'} ${amount === null ? '' : `${formatAmount(amount)} `}${asset}`;
  return best === undefined
    ? what
    : `${what} could earn about ${formatUsd(best.expected_gain)}${kind === 'balance' ? '' : ' more'} in 90 days.`;
}

/**
 * Texts for strategies without a vault, by `settlement`. They say whether this service accepts deposits into the
 * strategy.
 */
const NO_VAULT_TEXTS: Readonly<Record<string, string>> = {
  sandbox: 'Deposits: only in the sandbox',
  none: 'Deposits: not through this service',
};

function OpportunityRow({ opportunity }: { opportunity: Opportunity }) {
  const { chain, options, note } = opportunity;
  return (
    <li className="entry">
      <div className="entry-main">
        <b>{opportunityHeadline(opportunity)}</b>
        <span className="soft small">{`On ${formatKeyAsTitle(chain)}.${note === null ? '' : ` ${note}`}`}</span>
        <ul className="stack stack-tight">
          {options.map(
            ({
              strategy_id,
              strategy_name,
              expected_net_apy,
              expected_gain,
              costs,
              risk_level,
              settlement,
            }) => (
              <li key={strategy_id} className="row option">
                <Link className="name" to={`/strategies/${strategy_id}`}>
                  {strategy_name}
                </Link>
                <RiskBadge level={risk_level} long />
                {settlement !== 'onchain' && <Badge>{NO_VAULT_TEXTS[settlement] ?? settlement}</Badge>}
                <span className="soft small">
                  {`Estimated costs: ${formatUsd(costs)}. Expected APY after deductions: ${formatPercent(expected_net_apy)}. You would earn ${formatUsd(expected_gain)} more in 90 days.`}
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
const INITIAL_OPPORTUNITIES_MAX = 4;

const expectedGainOf = ({ options: [best] }: Opportunity) => best?.expected_gain ?? 0;

function WalletOpportunities({ address }: { address: string }) {
  const [areAllOpportunitiesShown, setAllShown] = useState(false);
  const walletOpportunitiesQuery = useQuery(opportunitiesQuery(address));
  return (
    <Card
      heading={`What your wallet ${shortenAddressOrId(address)} could earn`}
      actions={<CopyCurlButton path="/wallet/opportunities" query={{ address }} />}
      flush
    >
      <QueryResult query={walletOpportunitiesQuery} height={160}>
        {({ data, meta }) => {
          const unreadableChains = meta.chains
            .filter(({ status }) => status !== 'ok')
            .map(({ chain }) => formatKeyAsTitle(chain));
          const sortedOpportunities = data.toSorted(
            (one, other) => expectedGainOf(other) - expectedGainOf(one),
          );
          return (
            <>
              {data.length === 0 && (
                <EmptyState heading="No better strategy found">
                  No token in this wallet could earn more after costs.
                </EmptyState>
              )}
              <ul className="entries">
                {sortedOpportunities
                  .slice(0, areAllOpportunitiesShown ? undefined : INITIAL_OPPORTUNITIES_MAX)
                  .map((each) => (
                    <OpportunityRow
                      key={`${each.kind} ${each.chain} ${each.asset} ${each.strategy_id}`}
                      opportunity={each}
                    />
                  ))}
              </ul>
              {!areAllOpportunitiesShown && data.length > INITIAL_OPPORTUNITIES_MAX && (
                <div className="more">
                  <Button small onClick={() => setAllShown(true)}>
                    Show all {data.length}
                    <span className="hidden-visually"> opportunities of {shortenAddressOrId(address)}</span>
                  </Button>
                </div>
              )}
              {unreadableChains.length > 0 && (
                <p className="more soft small">{`These chains did not respond, so their balances are missing: ${unreadableChains.join(', ')}.`}</p>
              )}
            </>
          );
        }}
      </QueryResult>
    </Card>
  );
}

/** Maximum number of wallets for which opportunities are loaded, because the API reads each wallet from its chains. */
const WALLETS_MAX = 3;

export function Opportunities() {
  const connections = useQuery(connectionsQuery).data?.data;
  if (connections === undefined) return null;
  const activeConnections = connections.filter(({ status }) => status === 'active');
  const walletAddresses = new Set(activeConnections.map(({ walletAddress }) => walletAddress));
  return (
    <>
      {[...walletAddresses].slice(0, WALLETS_MAX).map((address) => (
        <WalletOpportunities key={address} address={address} />
      ))}
      <ConnectSignInWallet connections={connections} />
    </>
  );
}
