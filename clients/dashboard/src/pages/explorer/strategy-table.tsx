import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { toDisplayName } from '../../../../../shared/strategies/domain/names.ts';
import { RiskBadge } from '../../components/surfaces.tsx';
import { formatKeyAsTitle, formatPercent, formatShortUsd } from '../../design/format.ts';
import { Link } from '../../routing/link.tsx';
import { COMPARED_STRATEGIES_MAX, comparedStrategiesStore, toggleComparedStrategy } from './compared.ts';
import { isDescendingByDefault, type Row, type SortKey, type View } from './filters.ts';

const DESKTOP_ROW_HEIGHT_PX = 64;
/** Row heights in pixels on phones, by window width. The style sheet uses the same window widths. */
const PHONE_ROW_HEIGHTS = [
  [window.matchMedia('(max-width: 374px)'), 88],
  [window.matchMedia('(max-width: 560px)'), 72],
] as const;

function subscribeToWindowWidth(listener: () => void): () => void {
  for (const [mediaQuery] of PHONE_ROW_HEIGHTS) mediaQuery.addEventListener('change', listener);
  return () => {
    for (const [mediaQuery] of PHONE_ROW_HEIGHTS) mediaQuery.removeEventListener('change', listener);
  };
}

const readCurrentRowHeight = () =>
  PHONE_ROW_HEIGHTS.find(([{ matches }]) => matches)?.[1] ?? DESKTOP_ROW_HEIGHT_PX;

const OVERSCAN_ROWS = 12;

interface Column {
  readonly key: SortKey | 'protocol' | 'chain' | 'settlement';
  readonly text: string;
  readonly className: string;
  /** An explanation that is shown while the pointer is on the column name. */
  readonly title?: string;
}

const COLUMNS: readonly Column[] = [
  { key: 'name', text: 'Strategy', className: 'col-name' },
  { key: 'chain', text: 'Chain', className: 'col-chain' },
  { key: 'protocol', text: 'Protocol', className: 'col-protocol' },
  { key: 'risk', text: 'Risk', className: 'col-risk' },
  {
    key: 'settlement',
    text: 'Deposits',
    className: 'col-deposits',
    title:
      'Vault: your wallet deposits into a contract on chain. Sandbox: deposits are simulated, without real money.',
  },
  { key: 'current_apy', text: 'APY', className: 'col-apy number' },
  { key: 'apy_30d', text: '30-day APY', className: 'col-apy30 number' },
  { key: 'tvl', text: 'TVL', className: 'col-tvl number' },
];

const UNSORTABLE_COLUMNS: readonly Column['key'][] = ['protocol', 'chain', 'settlement'];
const isSortable = (key: Column['key']): key is SortKey => !UNSORTABLE_COLUMNS.includes(key);

const DEPOSIT_TEXTS: Readonly<Record<string, string>> = {
  onchain: 'Vault',
  sandbox: 'Sandbox',
  none: 'No deposits',
};

const depositsText = ({ settlement }: Row): string =>
  DEPOSIT_TEXTS[settlement] ?? formatKeyAsTitle(settlement);

interface TableHeadProps {
  readonly view: View;
  readonly onSort: (sort: SortKey, isDescending: boolean) => void;
}

function HeadCell({ column, view, onSort }: TableHeadProps & { column: Column }) {
  const { key, text, className, title } = column;
  if (!isSortable(key))
    return (
      <th scope="col" className={className} title={title}>
        {text}
      </th>
    );
  const isSortedByColumn = view.sort === key;
  const sortDirection = view.descending ? 'descending' : 'ascending';
  return (
    <th scope="col" className={className} aria-sort={isSortedByColumn ? sortDirection : 'none'}>
      <button
        type="button"
        className="sort"
        onClick={() => onSort(key, isSortedByColumn ? !view.descending : isDescendingByDefault(key))}
      >
        {text}
        <span aria-hidden="true">{isSortedByColumn ? (view.descending ? '↓' : '↑') : ''}</span>
      </button>
    </th>
  );
}

/** Memoized, so that scrolling renders only the rows that come into view. */
const StrategyRow = memo(function StrategyRow({
  row,
  position,
  height,
  isCompared,
  isFull,
}: {
  row: Row;
  position: number;
  height: number;
  isCompared: boolean;
  isFull: boolean;
}) {
  return (
    <tr aria-rowindex={position + 2} style={{ height }}>
      <td className="col-check">
        <label>
          <input
            type="checkbox"
            aria-label={`Compare ${row.name}`}
            checked={isCompared}
            disabled={isFull && !isCompared}
            onChange={() => toggleComparedStrategy(row)}
          />
        </label>
      </td>
      <th scope="row" className="col-name">
        <Link className="name" to={`/strategies/${row.id}`}>
          {row.name}
        </Link>
        <span className="under">
          <span className="only-narrow">{formatKeyAsTitle(row.risk_level)} risk · </span>
          <span className="only-wide">{row.asset} · </span>
          {formatKeyAsTitle(row.strategy_type)}
          <span className="only-without-column"> · {depositsText(row)}</span>
        </span>
      </th>
      <td className="col-chain">{formatKeyAsTitle(row.chain)}</td>
      <td className="col-protocol">{toDisplayName(row.protocol)}</td>
      <td className="col-risk">
        <RiskBadge level={row.risk_level} />
      </td>
      <td className="col-deposits">{depositsText(row)}</td>
      <td className="col-apy number">
        <b>{formatPercent(row.current_apy)}</b>
        <span className="under only-narrow">{formatShortUsd(row.tvl)}</span>
        <span className="under only-narrow">{depositsText(row)}</span>
      </td>
      <td className="col-apy30 number">{formatPercent(row.historical_apy['30d'])}</td>
      <td className="col-tvl number">{formatShortUsd(row.tvl)}</td>
    </tr>
  );
});

/** Returns the distance in pixels from the top of the page to the table. */
function useTableTop(tableRef: React.RefObject<HTMLElement | null>): number {
  const [tableTopPx, setTableTopPx] = useState(0);
  useLayoutEffect(() => {
    const measureTableTop = () => {
      const tableElement = tableRef.current;
      if (tableElement !== null)
        setTableTopPx(Math.round(tableElement.getBoundingClientRect().top + window.scrollY));
    };
    measureTableTop();
    const resizeObserver = new ResizeObserver(measureTableTop);
    resizeObserver.observe(document.body);
    return () => resizeObserver.disconnect();
  }, [tableRef]);
  return tableTopPx;
}

const SpacerRow = ({ height }: { height: number }) =>
  height > 0 ? (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: the row contains nothing that can take the focus
    <tr aria-hidden="true">
      <td style={{ height, padding: 0, border: 0 }} />
    </tr>
  ) : null;

/** Only the rows in or near the visible part of the page are in the document. */
export function StrategyTable({ rows, view, onSort }: TableHeadProps & { rows: readonly Row[] }) {
  const table = useRef<HTMLTableElement>(null);
  const comparedStrategies = comparedStrategiesStore.use();
  const rowHeight = useSyncExternalStore(subscribeToWindowWidth, readCurrentRowHeight);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN_ROWS,
    scrollMargin: useTableTop(table),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the known heights are discarded when the height changes
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  const items = virtualizer.getVirtualItems();
  const heightAboveRowsPx =
    (items[0]?.start ?? 0) - (items.length > 0 ? virtualizer.options.scrollMargin : 0);
  const heightBelowRowsPx = (rows.length - items.length) * rowHeight - heightAboveRowsPx;
  return (
    <table className="table strategies" ref={table} aria-rowcount={rows.length + 1}>
      <caption className="hidden-visually">Strategies</caption>
      <thead>
        <tr aria-rowindex={1}>
          <td className="col-check">
            <span className="hidden-visually">Compare</span>
          </td>
          {COLUMNS.map((column) => (
            <HeadCell key={column.key} column={column} view={view} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        <SpacerRow height={heightAboveRowsPx} />
        {items.map(({ index }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const isCompared = comparedStrategies.some(({ id }) => id === row.id);
          return (
            <StrategyRow
              key={row.id}
              row={row}
              position={index}
              height={rowHeight}
              isCompared={isCompared}
              isFull={comparedStrategies.length >= COMPARED_STRATEGIES_MAX}
            />
          );
        })}
        <SpacerRow height={heightBelowRowsPx} />
      </tbody>
    </table>
  );
}
