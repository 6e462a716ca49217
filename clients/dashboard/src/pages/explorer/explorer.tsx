import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { api } from '../../api/client.ts';
import { Button } from '../../components/controls.tsx';
import { CopyCurlButton } from '../../components/curl.tsx';
import { EmptyState, QueryResult } from '../../components/states.tsx';
import { PageHead } from '../../components/surfaces.tsx';
import { Time } from '../../components/time.tsx';
import { useIsLocalDeployment } from '../../demo/demo.ts';
import { formatCount, formatNumber } from '../../design/format.ts';
import { Link } from '../../routing/link.tsx';
import { replaceUrlQuery, useQueryText } from '../../routing/location.ts';
import { CompareBar } from './compare-bar.tsx';
import { FilterPanel } from './filter-panel.tsx';
import {
  buildViewQuery,
  countFilters,
  filterAndSortRows,
  parseViewQuery,
  type Row,
  type View,
} from './filters.ts';
import { StrategyTable } from './strategy-table.tsx';
import { watchlistStore } from './watchlist.ts';

function useExplorerView() {
  const text = useQueryText();
  const view = useMemo(() => parseViewQuery(new URLSearchParams(text)), [text]);
  const updateView = (changes: Partial<View>) => replaceUrlQuery(buildViewQuery({ ...view, ...changes }));
  return { view, change: updateView };
}

interface ResultsProps {
  readonly rows: readonly Row[];
  /** The time of the figures in the list; null before the first ingestion. */
  readonly asOf: string | null;
  readonly view: View;
  readonly change: (changes: Partial<View>) => void;
  readonly onClear: () => void;
}

function StrategyResults({ rows, asOf, view, change, onClear }: ResultsProps) {
  const deferredView = useDeferredValue(view);
  const shownRows = useMemo(() => filterAndSortRows(rows, deferredView), [rows, deferredView]);
  return (
    <>
      <div className="row row-between soft small results-count">
        <p role="status">
          {formatNumber(shownRows.length)} of {formatCount(rows.length, 'strategy', 'strategies')}
        </p>
        <span className="row">
          <span>
            Updated <Time at={asOf} none="not yet" />
          </span>
          <CopyCurlButton path="/strategies/export" query={view.serverFilters} />
        </span>
      </div>
      {shownRows.length === 0 ? (
        <EmptyState heading="Nothing matches" action={<Button onClick={onClear}>Clear all filters</Button>}>
          No strategy matches all filters. Remove a filter.
        </EmptyState>
      ) : (
        <StrategyTable
          rows={shownRows}
          view={view}
          onSort={(sort, isDescending) => change({ sort, descending: isDescending })}
        />
      )}
    </>
  );
}

function Search({ words, onChange }: { words: string; onChange: (words: string) => void }) {
  return (
    <input
      className="input"
      type="search"
      aria-label="Search strategies"
      placeholder="Name of a strategy or asset"
      defaultValue={words}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

export default function Explorer() {
  const { view, change } = useExplorerView();
  const [filterResetCount, setResetCount] = useState(0);
  const [isPanelOpen, setPanelOpen] = useState(false);
  const catalog = useQuery({
    queryKey: ['catalog', view.serverFilters],
    queryFn: ({ signal }) => api.strategies.export(view.serverFilters, { signal }),
    placeholderData: keepPreviousData,
    // Without this setting, the query library compares all new rows with the old rows, which blocks the page for a
    // large catalog.
    structuralSharing: false,
  });
  const onClear = () => {
    replaceUrlQuery(new URLSearchParams());
    // Each input field keeps the typed text in its own state. A new `key` creates the fields again, so that
    // they are empty.
    setResetCount(filterResetCount + 1);
  };
  const activeFilterCount = countFilters(view);
  const watchedIds = watchlistStore.use();
  const isLocalDeployment = useIsLocalDeployment();
  const filterWatchedRows = (rows: readonly Row[]) =>
    view.isWatchlistOnly ? rows.filter(({ id }) => watchedIds.includes(id)) : rows;
  return (
    <>
      <PageHead
        heading="Strategies"
        lead={
          isLocalDeployment ? (
            <>
              Filter and compare the listed strategies. You can deposit the test money of the demo wallet into
              the <Link to="/strategies?settlement=onchain">demo vaults</Link>. Deposits into all other
              strategies are simulated (sandbox).
            </>
          ) : (
            'Filter and compare the listed strategies.'
          )
        }
      />
      <div className="explorer">
        <div className="explorer-search">
          <Search
            key={filterResetCount}
            words={view.words}
            onChange={(searchText) => change({ words: searchText })}
          />
          <span className="filters-toggle">
            <Button aria-expanded={isPanelOpen} onClick={() => setPanelOpen(!isPanelOpen)}>
              Filters{activeFilterCount > 0 && ` (${activeFilterCount})`}
            </Button>
          </span>
        </div>
        <aside className={isPanelOpen ? 'explorer-filters is-open' : 'explorer-filters'} aria-label="Filters">
          <QueryResult query={catalog} height={900}>
            {({ data }) => (
              <FilterPanel
                key={filterResetCount}
                rows={data}
                view={view}
                onChange={change}
                onClear={onClear}
              />
            )}
          </QueryResult>
        </aside>
        <div className={catalog.isPlaceholderData ? 'explorer-results is-stale' : 'explorer-results'}>
          <QueryResult query={catalog} height={900}>
            {({ data, meta }) => (
              <StrategyResults
                rows={filterWatchedRows(data)}
                asOf={meta.as_of}
                view={view}
                change={change}
                onClear={onClear}
              />
            )}
          </QueryResult>
        </div>
      </div>
      <CompareBar />
    </>
  );
}
