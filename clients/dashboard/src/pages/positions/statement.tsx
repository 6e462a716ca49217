import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { InvestmentsStatementItem, InvestmentsStatementMeta } from '../../../../sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { Button, TextField } from '../../components/controls.tsx';
import { csvOf } from '../../components/csv.ts';
import { CopyCurl } from '../../components/curl.tsx';
import { showToast } from '../../components/dialogs/toast.tsx';
import { saveFile } from '../../components/save-file.ts';
import { EmptyState, ErrorNotice, QueryResult } from '../../components/states.tsx';
import { Card, Tile, Tiles } from '../../components/surfaces.tsx';
import { TableScroll } from '../../components/tables/table-scroll.tsx';
import { Time } from '../../components/time.tsx';
import { formatAmount, formatCount, formatTitle, formatUsd } from '../../design/format.ts';
import { Link } from '../../routing/link.tsx';
import { strategiesOfQuery } from './positions-api.ts';

const LINES_MAX = 100;

const statementInput = (day: string) => (day === '' ? {} : { at: day });

/** Whether a day in the form `2026-01-31` is over in UTC. An empty text stands for now. */
const isOver = (day: string): boolean => day !== '' && day < new Date().toISOString().slice(0, 10);

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
                <span className="under">
                  {[formatTitle(line.chain), line.settlement === 'sandbox' ? 'Sandbox' : 'Vault'].join(' · ')}
                </span>
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

function Totals({ meta: { totals, as_of }, day }: { meta: InvestmentsStatementMeta; day: string }) {
  return (
    <>
      <Tiles>
        <Tile label="Value" under={isOver(day) ? `at the end of ${day} (UTC)` : <Time at={as_of} />}>
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

const CSV_COLUMNS = [
  'settlement',
  'strategy_id',
  'chain',
  'asset',
  'wallet_address',
  'user_id',
  'value',
  'principal',
  'price_usd',
  'value_usd',
  'cost_usd',
  'unrealized_profit_usd',
  'realized_profit_usd',
] as const;

/** An empty `day` stands for now. */
async function saveCsv(day: string): Promise<void> {
  const lines: InvestmentsStatementItem[] = [];
  const query = { ...statementInput(day), per_page: LINES_MAX };
  for await (const line of api.investments.statement.items(query)) lines.push(line);
  saveFile(
    `statement${day === '' ? '' : `-${day}`}.csv`,
    csvOf(
      CSV_COLUMNS,
      lines.map((line) => CSV_COLUMNS.map((column) => line[column])),
    ),
  );
  showToast(`${formatCount(lines.length, 'line')} saved in your downloads`);
}

export function Statement() {
  const [day, setDay] = useState('');
  const statement = useQuery({
    queryKey: ['history', 'statement', day],
    queryFn: ({ signal }) =>
      api.investments.statement({ ...statementInput(day), per_page: LINES_MAX }, { signal }),
    placeholderData: keepPreviousData,
  });
  const saving = useMutation({ mutationFn: saveCsv });
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
      {saving.error !== null && <ErrorNotice error={saving.error} />}
      <div className={statement.isPlaceholderData ? 'is-stale stack stack-wide' : 'stack stack-wide'}>
        <QueryResult query={statement} height={400}>
          {({ data, meta }) => (
            <>
              <Totals meta={meta} day={day} />
              <Card
                flush
                heading="Statement"
                actions={
                  <span className="row">
                    {data.length > 0 && (
                      <>
                        <Button small busy={saving.isPending} onClick={() => saving.mutate(day)}>
                          Download CSV
                        </Button>
                        <Button small onClick={() => print()}>
                          Print
                        </Button>
                      </>
                    )}
                    <CopyCurl path="/investments/portfolio/statement" query={statementInput(day)} />
                  </span>
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
