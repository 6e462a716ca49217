import { useQuery } from '@tanstack/react-query';
import { toDisplayName } from '../../../../../shared/strategies/domain/names.ts';
import type { MarketSummaryData } from '../../../../sdk/src/index.ts';
import { api, BASE_URL } from '../../api/client.ts';
import { sessionStore } from '../../api/session.ts';
import { Code } from '../../components/code.tsx';
import { ButtonLink } from '../../components/controls.tsx';
import { CopyCurlButton } from '../../components/curl.tsx';
import { QueryResult } from '../../components/states.tsx';
import { Card, Tile, Tiles } from '../../components/surfaces.tsx';
import { Time } from '../../components/time.tsx';
import { useIsLocalDeployment } from '../../demo/demo.ts';
import {
  formatChange,
  formatCount,
  formatKeyAsTitle,
  formatNumber,
  formatPercent,
  formatShare,
  formatShortUsd,
} from '../../design/format.ts';
import { Link } from '../../routing/link.tsx';

const FIRST_REQUEST_COMMAND = `curl -H "X-API-KEY: $KEY" \\
  "${BASE_URL}/strategies?asset=USDC&risk_level=low&per_page=5"`;

function MarketFigures({ data }: { data: MarketSummaryData }) {
  return (
    <Tiles>
      <Tile label="Strategies" under={`on ${formatCount(data.chains, 'chain')}`}>
        {formatNumber(data.strategies)}
      </Tile>
      <Tile label="TVL" under={`${formatChange(data.tvl_change)} in 7 days`}>
        {formatShortUsd(data.tvl)}
      </Tile>
      <Tile label="Average APY" under="weighted by TVL">
        {formatPercent(data.apy)}
      </Tile>
      <Tile label="Protocols" under="with a listed strategy">
        {formatNumber(data.protocols)}
      </Tile>
    </Tiles>
  );
}

function Highlights({ rows }: { rows: MarketSummaryData['highlights'] }) {
  return (
    <div>
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Strategy</th>
            <th scope="col" className="number">
              APY
            </th>
            <th scope="col" className="number">
              TVL
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.strategy_id}>
              <th scope="row" className="cell-name">
                <Link className="name" to={`/strategies/${row.strategy_id}`}>
                  {row.strategy_name}
                </Link>
                <span className="under">
                  {toDisplayName(row.protocol)} · {formatKeyAsTitle(row.chain)}
                </span>
              </th>
              <td className="number">{formatPercent(row.current_apy)}</td>
              <td className="number">{formatShortUsd(row.tvl)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Chains({ rows }: { rows: MarketSummaryData['largest_chains'] }) {
  return (
    <ul className="stack">
      {rows.map(({ key, tvl, share: part }) => (
        <li key={key} className="stack stack-tight">
          <span className="row row-between">
            <span>{formatKeyAsTitle(key)}</span>
            <span>
              <span className="soft">{formatShare(part)}</span> {formatShortUsd(tvl)}
            </span>
          </span>
          <span className="meter" aria-hidden="true">
            <span style={{ width: `${part * 100}%` }} />
          </span>
        </li>
      ))}
    </ul>
  );
}

const FIRST_STEPS = [
  ['Sign in with a wallet', 'You sign a message with your wallet. No password, no e\u2011mail address.'],
  ['Create an API key', 'Select only the scopes that your program needs, and choose when the key expires.'],
  ['Call the API', 'Send the key in one header. The API returns the same figures as these pages.'],
] as const;

function Hero() {
  const isSignedIn = sessionStore.use() !== undefined;
  return (
    <section className="hero">
      <h1 tabIndex={-1}>Compare yield strategies before you invest</h1>
      <p>
        Thousands of strategies on many chains, with history, expected APY and risk breakdown. Deposit into
        those that accept deposits. Use these pages or the API.
      </p>
      <div className="row">
        <ButtonLink to="/strategies" look="primary">
          Explore strategies
        </ButtonLink>
        <ButtonLink to={isSignedIn ? '/developer/keys' : '/login'}>
          {isSignedIn ? 'Manage API keys' : 'Get an API key'}
        </ButtonLink>
      </div>
    </section>
  );
}

function FirstSteps() {
  const isLocalDeployment = useIsLocalDeployment();
  return (
    <section className="stack">
      <h2>Get started</h2>
      {isLocalDeployment && (
        <p className="soft">
          On this local server, you can sign in and deposit with a demo wallet, which has test money.
        </p>
      )}
      <ol className="steps">
        {FIRST_STEPS.map(([heading, text]) => (
          <li key={heading} className="card">
            <h3>{heading}</h3>
            <p className="soft">{text}</p>
          </li>
        ))}
      </ol>
      <Code label="A first request" text={FIRST_REQUEST_COMMAND} />
    </section>
  );
}

export function Home() {
  const summaryQuery = useQuery({
    queryKey: ['summary'],
    queryFn: ({ signal }) => api.market.summary({}, { signal }),
  });
  return (
    <div className="stack home">
      <Hero />
      <QueryResult query={summaryQuery} height={640}>
        {({ data, meta }) => (
          <div className="stack stack-wide">
            <MarketFigures data={data} />
            <div className="home-columns">
              <Card
                heading="High APY with low risk"
                actions={<span className="soft small">TVL over $10M</span>}
                flush
              >
                <Highlights rows={data.highlights} />
              </Card>
              <Card heading="Largest chains">
                <Chains rows={data.largest_chains} />
              </Card>
            </div>
            <div className="row row-between soft small">
              <p>
                Updated <Time at={meta.as_of} none="not yet" />.
              </p>
              <CopyCurlButton path="/market/summary" />
            </div>
          </div>
        )}
      </QueryResult>
      <FirstSteps />
    </div>
  );
}
