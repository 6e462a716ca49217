import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { InvestmentsHistoryInput, InvestmentsHistoryItem } from '../../../../sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { strategiesByIdQuery } from '../../api/queries.ts';
import { Button, SelectField, TextField } from '../../components/controls.tsx';
import { csvOf } from '../../components/csv.ts';
import { showToast } from '../../components/dialogs/toast.tsx';
import { OnChainReference } from '../../components/on-chain.tsx';
import { saveFile } from '../../components/save-file.ts';
import { ErrorNotice } from '../../components/states.tsx';
import { Badge } from '../../components/surfaces.tsx';
import { buildPagedQuery, PagedList } from '../../components/tables/paged-list.tsx';
import { Time } from '../../components/time.tsx';
import { formatAmount, formatCount, formatKeyAsTitle, shortenAddressOrId } from '../../design/format.ts';
import { Link } from '../../routing/link.tsx';

type HistoryEntry = InvestmentsHistoryItem;
type Type = NonNullable<InvestmentsHistoryInput['type']>;

const TYPE_LABELS: Readonly<Record<Type, string>> & Readonly<Record<string, string>> = {
  deposit: 'Deposit',
  withdrawal: 'Withdrawal',
  adjustment: 'Correction by an operator',
  transfer_in: 'Shares received',
  transfer_out: 'Shares sent',
  rebase: 'Rebase: the vault changed the number of your shares',
  opening_balance: 'Opening balance: shares that the wallet already held when the service first read it',
};
const isTransactionType = (text: string): text is Type => text in TYPE_LABELS;

interface HistoryFilter {
  readonly type: string;
  readonly from: string;
  readonly to: string;
}

/** Returns the request input of a filter. An empty field adds no filter. */
function historyInputOf({ type, from, to }: HistoryFilter): InvestmentsHistoryInput {
  return {
    ...(isTransactionType(type) ? { type } : {}),
    ...(from === '' ? {} : { from }),
    ...(to === '' ? {} : { to }),
  };
}

const historyQuery = (filter: HistoryFilter) =>
  buildPagedQuery(['history', filter], (page, request) =>
    api.investments.history({ ...historyInputOf(filter), ...page }, request),
  );

/** Maximum number of entries in one file, so that a download does not use up the rate limit. */
const CSV_ENTRIES_MAX = 2_000;
const CSV_COLUMN_NAMES = [
  'time',
  'type',
  'status',
  'strategy_id',
  'chain',
  'asset',
  'amount',
  'price_usd',
  'wallet_address',
  'transaction_hash',
] as const;

async function saveCsv(filter: HistoryFilter): Promise<number> {
  const entries: HistoryEntry[] = [];
  for await (const entry of api.investments.history.items(historyInputOf(filter))) {
    entries.push(entry);
    if (entries.length === CSV_ENTRIES_MAX) break;
  }
  const rows = entries.map((entry) => [
    ...[entry.created_at, entry.type, entry.status, entry.strategy_id, entry.chain, entry.asset],
    ...[entry.amount, entry.price_usd, entry.wallet_address, entry.onchain?.transaction_hash ?? null],
  ]);
  saveFile('history.csv', csvOf(CSV_COLUMN_NAMES, rows));
  showToast(`${formatCount(entries.length, 'entry', 'entries')} saved in your downloads`);
  return entries.length;
}

function EntryRow({ entry, name }: { entry: HistoryEntry; name: string }) {
  const { type, status, amount, asset, chain, wallet_address: wallet, reason, onchain, created_at } = entry;
  const hash = onchain?.transaction_hash;
  return (
    <li className="entry">
      <div className="entry-main">
        <span className="row">
          <b>{TYPE_LABELS[type] ?? formatKeyAsTitle(type)}</b>
          {status !== 'confirmed' && <Badge tone="warn">{formatKeyAsTitle(status)}</Badge>}
        </span>
        <Link className="name" to={`/strategies/${entry.strategy_id}`}>
          {name}
        </Link>
        <span className="soft small">
          {[formatKeyAsTitle(chain), wallet === null ? 'Sandbox' : `wallet ${shortenAddressOrId(wallet)}`]
            .filter(Boolean)
            .join(' · ')}
          {hash != null && onchain !== null && (
            <>
              {' · '}
              <OnChainReference chainId={onchain.chain_id} kind="tx" value={hash} />
            </>
          )}
          {reason !== null && ` · ${reason}`}
        </span>
      </div>
      <span className="number">
        <b>{amount === null ? '–' : `${formatAmount(amount)} ${asset}`}</b>
        <span className="under">
          <Time at={created_at} />
        </span>
      </span>
    </li>
  );
}

const NO_FILTER: HistoryFilter = { type: '', from: '', to: '' };

export function History() {
  const [filter, setFilter] = useState(NO_FILTER);
  const set = (changes: Partial<HistoryFilter>) => setFilter({ ...filter, ...changes });
  const history = useInfiniteQuery(historyQuery(filter));
  const entries = history.data?.pages.flatMap(({ data }) => data) ?? [];
  const ids = entries.map(({ strategy_id }) => strategy_id);
  const strategies = useQuery(strategiesByIdQuery(ids)).data ?? [];
  const csvDownload = useMutation({ mutationFn: saveCsv });
  return (
    <div className="stack stack-wide">
      <div className="card allocation-form">
        <SelectField label="Type" value={filter.type} onChange={({ target }) => set({ type: target.value })}>
          <option value="">All</option>
          {Object.entries(TYPE_LABELS).map(([type, text]) => (
            <option key={type} value={type}>
              {text}
            </option>
          ))}
        </SelectField>
        <TextField
          label="From"
          type="date"
          value={filter.from}
          onChange={({ target }) => set({ from: target.value })}
        />
        <TextField
          label="To"
          type="date"
          value={filter.to}
          onChange={({ target }) => set({ to: target.value })}
        />
      </div>
      {csvDownload.error !== null && <ErrorNotice error={csvDownload.error} />}
      <PagedList
        heading="History"
        curl={{ path: '/investments/history', query: { ...historyInputOf(filter) } }}
        actions={
          <>
            <Button small busy={csvDownload.isPending} onClick={() => csvDownload.mutate(filter)}>
              Download CSV
            </Button>
            {csvDownload.data === CSV_ENTRIES_MAX && (
              <span className="soft small">The file contains only the latest {CSV_ENTRIES_MAX} entries.</span>
            )}
          </>
        }
        query={history}
        none={filter === NO_FILTER ? 'No deposits or withdrawals yet' : 'Nothing matches these filters'}
        row={(entry) => (
          <EntryRow
            key={`${entry.id} ${entry.type}`}
            entry={entry}
            name={
              strategies.find(({ strategy_id }) => strategy_id === entry.strategy_id)?.strategy_name ??
              entry.strategy_id
            }
          />
        )}
      />
    </div>
  );
}
