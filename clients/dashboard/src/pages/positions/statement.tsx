import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { InvestmentsStatementItem, InvestmentsStatementMeta } from '../../../../sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { TextField } from '../../components/controls.tsx';
import { CopyCurl } from '../../components/curl.tsx';
import { EmptyState, QueryResult } from '../../components/states.tsx';
import { Card, Tile, Tiles } from '../../components/surfaces.tsx';
import { TableScroll } from '../../components/tables/table-scroll.tsx';
import { Time } from '../../components/time.tsx';
import { formatAmount, formatCount, formatTitle, formatUsd } from '../../design/format.ts';
import { Link } from '../../routing/link.tsx';
import { strategiesOfQuery } from './positions-api.ts';

const LINES_MAX = 100;

interface Figure {
  readonly name: string;
  readonly show: (line: InvestmentsStatementItem) => string;
}

const amountOf = ({ value, asset }: InvestmentsStatementItem) =>
  value === null ? '–' : `${formatAmount(value)} ${asset}`;

/** The figures in US dollars. */
const FIGURES: readonly Figure[] = [
  { name: 'Value', show: ({ value_usd }) => formatUsd(value_usd) },
  { name: 'Cost', show: ({ cost_usd }) => formatUsd(cost_usd) },
  { name: 'Unrealized profit', show: ({ unrealized_profit_usd }) => formatUsd(unrealized_profit_usd) },
  { name: 'Realized profit', show: ({ realized_profit_usd }) => formatUsd(realized_profit_usd) },
];

function StatementLines({ lines }: { lines: readonly InvestmentsStatementItem[] }) {
  const ids = [...new Set(lines.map(({ strategy_id }) => strategy_id))].sort();
  const strategies = useQuery(strategiesOfQuery(ids)).data ?? [];
  return (
    <TableScroll label="Statement">
      <table className="table block-table">
        <thead>
          <tr>
            <th scope="col">Strategy</th>
            <th scope="col" className="number wide-cell">
              Amount
            </th>
            {FIGURES.map(({ name }) => (
              <th key={name} scope="col" className="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={`${line.investment_id} ${line.user_id}`}>
              <th scope="row">
                <Link className="name" to={`/strategies/${line.strategy_id}`}>
                  {strategies.find(({ strategy_id }) => strategy_id === line.strategy_id)?.strategy_name ??
                    line.strategy_id}
                </Link>
                <span className="under">{formatTitle(line.chain)}</span>
                <span className="under narrow-only">{amountOf(line)}</span>
              </th>
              <td className="number wide-cell">{amountOf(line)}</td>
              {FIGURES.map(({ name, show }) => (
                <td key={name} className="number" data-label={name}>
                  {show(line)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

function Totals({ meta: { totals, as_of } }: { meta: InvestmentsStatementMeta }) {
  return (
    <>
      <Tiles>
        <Tile label="Value" under={<Time at={as_of} />}>
          {formatUsd(totals.value_usd)}
        </Tile>
        <Tile label="Cost" under="average cost of the investments that you still hold">
          {formatUsd(totals.cost_usd)}
        </Tile>
        <Tile label="Unrealized profit" under="value minus cost">
          {formatUsd(totals.unrealized_profit_usd)}
        </Tile>
        <Tile label="Realized profit" under="from your withdrawals">
          {formatUsd(totals.realized_profit_usd)}
        </Tile>
      </Tiles>
      {totals.incomplete > 0 && (
        <p className="notice notice-warn">
          These totals leave out {formatCount(totals.incomplete, 'position')}, because the value is unknown.
        </p>
      )}
    </>
  );
}

/** Shows the account's positions at the end of a day, with their cost and profit. */
export function Statement() {
  const [day, setDay] = useState('');
  const statement = useQuery({
    queryKey: ['history', 'statement', day],
    queryFn: ({ signal }) =>
      api.investments.statement({ ...(day === '' ? {} : { at: day }), per_page: LINES_MAX }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="stack stack-wide">
      <div className="narrow-field">
        <TextField
          label="Date of the statement"
          hint="The end of this day in UTC. Leave the field empty for the current time."
          type="date"
          value={day}
          onChange={({ target }) => setDay(target.value)}
        />
      </div>
      <div className={statement.isPlaceholderData ? 'is-stale stack stack-wide' : 'stack stack-wide'}>
        <QueryResult query={statement} height={400}>
          {({ data, meta }) => (
            <>
              <Totals meta={meta} />
              <Card
                flush
                heading="Statement"
                actions={
                  <CopyCurl path="/investments/portfolio/statement" query={day === '' ? {} : { at: day }} />
                }
              >
                {data.length === 0 ? (
                  <EmptyState heading="No positions on this day">
                    Choose a later day. If you have never deposited, make your first deposit.
                  </EmptyState>
                ) : (
                  <StatementLines lines={data} />
                )}
              </Card>
            </>
          )}
        </QueryResult>
      </div>
    </div>
  );
}
