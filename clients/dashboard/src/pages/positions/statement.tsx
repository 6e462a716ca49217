import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { InvestmentsStatementItem, InvestmentsStatementMeta } from '../../../../sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { strategiesByIdQuery } from '../../api/queries.ts';
import { Button, TextField } from '../../components/controls.tsx';
import { csvOf } from '../../components/csv.ts';
import { CopyCurlButton } from '../../components/curl.tsx';
import { showToast } from '../../components/dialogs/toast.tsx';
import { saveFile } from '../../components/save-file.ts';
import { EmptyState, ErrorNotice, QueryResult } from '../../components/states.tsx';
import { Card, Tile, Tiles } from '../../components/surfaces.tsx';
import { PartialListNote } from '../../components/tables/partial-list.tsx';
import { TableScroll } from '../../components/tables/table-scroll.tsx';
import { Time } from '../../components/time.tsx';
import { formatAmount, formatCount, formatKeyAsTitle, formatUsd } from '../../design/format.ts';
import { Link } from '../../routing/link.tsx';
import {
  formatSettlementSplit,
  SANDBOX_ONLY_TEXT,
  statementKindOf,
  sumBySettlement,
} from './settlement-split.ts';

const LINES_PER_PAGE = 100;

const statementInput = (day: string) => (day === '' ? {} : { at: day });

/** Whether a day such as `2026-01-31` has ended in UTC. False for an empty text, which means now. */
const isDayOver = (day: string): boolean => day !== '' && day < new Date().toISOString().slice(0, 10);

type Line = InvestmentsStatementItem;
type Totals = InvestmentsStatementMeta['totals'];

/** The figures in US dollars: the displayed name, and the field in `Line` and `Totals`. */
const USD_FIGURE_COLUMNS = [
  ['Value', 'value_usd'],
  ['Cost', 'cost_usd'],
  ['Unrealized profit', 'unrealized_profit_usd'],
  ['Realized profit', 'realized_profit_usd'],
] as const satisfies readonly (readonly [string, keyof Totals & keyof Line])[];

const formatLineAmount = ({ value, asset }: Line) =>
  value === null ? '–' : `${formatAmount(value)} ${asset}`;

function StatementLines({ lines }: { lines: readonly Line[] }) {
  const ids = lines.map(({ strategy_id }) => strategy_id);
  const strategies = useQuery(strategiesByIdQuery(ids)).data ?? [];
  return (
    <TableScroll label="Statement">
      <table className="table block-table">
        <thead>
          <tr>
            <th scope="col">Strategy</th>
            <th scope="col" className="number wide-cell">
              Amount
            </th>
            {USD_FIGURE_COLUMNS.map(([name]) => (
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
                  {[formatKeyAsTitle(line.chain), line.settlement === 'sandbox' ? 'Sandbox' : 'Vault'].join(
                    ' · ',
                  )}
                </span>
                <span className="under narrow-only">{formatLineAmount(line)}</span>
              </th>
              <td className="number wide-cell">{formatLineAmount(line)}</td>
              {USD_FIGURE_COLUMNS.map(([name, fieldName]) => (
                <td key={name} className="number" data-label={name}>
                  {formatUsd(line[fieldName])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

interface StatementTotalsProps {
  readonly lines: readonly Line[];
  readonly meta: InvestmentsStatementMeta;
  /** The number of all lines, also of those on later pages. */
  readonly lineCount: number;
  readonly day: string;
}

const VALUE_NOTES = {
  none: undefined,
  vaults: 'in vaults',
  sandbox: SANDBOX_ONLY_TEXT,
  unknown: 'sum of vaults and sandbox',
};

function StatementTotals({ lines, meta: { totals, as_of }, lineCount, day }: StatementTotalsProps) {
  const kind = statementKindOf(lines, lineCount);
  const noteOf = (fieldName: (typeof USD_FIGURE_COLUMNS)[number][1]) =>
    kind === 'mixed'
      ? formatSettlementSplit(sumBySettlement(lines, (line) => line[fieldName]))
      : fieldName === 'value_usd'
        ? VALUE_NOTES[kind]
        : undefined;
  return (
    <>
      <Tiles>
        {USD_FIGURE_COLUMNS.map(([name, fieldName]) => (
          <Tile key={name} label={name} under={noteOf(fieldName)}>
            {formatUsd(totals[fieldName])}
          </Tile>
        ))}
      </Tiles>
      <p className="soft small">
        Time of the statement: {isDayOver(day) ? `the end of ${day} (UTC)` : <Time at={as_of} />}. Cost is the
        cost basis (average cost method) of the investments that you still hold. Unrealized profit is value
        minus cost. Realized profit comes from your withdrawals.
      </p>
      {totals.incomplete > 0 && (
        <p className="notice notice-warn">
          The profit of {formatCount(totals.incomplete, 'position')} is unknown. The totals contain only the
          known figures of these positions.
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

/** Saves the statement as a CSV file. An empty `day` means the current time. */
async function saveCsv(day: string): Promise<void> {
  const lines: Line[] = [];
  const query = { ...statementInput(day), per_page: LINES_PER_PAGE };
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
  const statementQuery = useQuery({
    queryKey: ['history', 'statement', day],
    queryFn: ({ signal }) =>
      api.investments.statement({ ...statementInput(day), per_page: LINES_PER_PAGE }, { signal }),
    placeholderData: keepPreviousData,
  });
  const csvDownloadMutation = useMutation({ mutationFn: saveCsv });
  return (
    <div className="stack stack-wide">
      <div className="narrow-field">
        <TextField
          label="Date of the statement"
          hint="The statement shows the values at the end of this day (UTC). For the current values, leave the field empty."
          type="date"
          value={day}
          onChange={({ target }) => setDay(target.value)}
        />
      </div>
      {csvDownloadMutation.error !== null && <ErrorNotice error={csvDownloadMutation.error} />}
      <div className={statementQuery.isPlaceholderData ? 'is-stale stack stack-wide' : 'stack stack-wide'}>
        <QueryResult query={statementQuery} height={400}>
          {({ data, meta }) => (
            <>
              <StatementTotals lines={data} meta={meta} lineCount={meta.pagination.total} day={day} />
              <Card
                flush
                heading="Statement"
                actions={
                  <span className="row">
                    {data.length > 0 && (
                      <>
                        <Button
                          small
                          busy={csvDownloadMutation.isPending}
                          onClick={() => csvDownloadMutation.mutate(day)}
                        >
                          Download CSV
                        </Button>
                        <Button small onClick={() => print()}>
                          Print
                        </Button>
                      </>
                    )}
                    <CopyCurlButton path="/investments/portfolio/statement" query={statementInput(day)} />
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
                <PartialListNote
                  shown={data.length}
                  total={meta.pagination.total}
                  item="position"
                  remedy="The CSV file contains all of them."
                />
              </Card>
            </>
          )}
        </QueryResult>
      </div>
    </div>
  );
}
