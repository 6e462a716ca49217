import { useDeferredValue } from 'react';
import { toDisplayName } from '../../../../../shared/strategies/domain/names.ts';
import { Button, Checkbox, TextField } from '../../components/controls.tsx';
import { Skeleton } from '../../components/states.tsx';
import { Choices } from './choices.tsx';
import { FlagField, OptionalChoiceField } from './filter-fields.tsx';
import { ASSET_FAMILIES, type Row, SETTLEMENTS, type View } from './filters.ts';
import { useChoices } from './use-choices.ts';
import { watchlistStore } from './watchlist.ts';

interface PanelProps {
  readonly rows: readonly Row[];
  readonly view: View;
  readonly onChange: (changes: Partial<View>) => void;
  readonly onClear: () => void;
}

const FAMILY_NAMES: Readonly<Record<(typeof ASSET_FAMILIES)[number], string>> = {
  USD: 'US dollar',
  ETH: 'Ether',
  BTC: 'Bitcoin',
  EUR: 'Euro',
  SOL: 'Solana',
  BNB: 'BNB',
  AVAX: 'Avalanche',
  POL: 'Polygon',
};

const SETTLEMENT_NAMES: Readonly<Record<(typeof SETTLEMENTS)[number], string>> = {
  onchain: 'Into a vault on chain',
  sandbox: 'In the sandbox, without real money',
  none: 'Not possible here',
};

const EXPOSURES = ['single', 'multi'] as const;
const EXPOSURE_NAMES = { single: 'One asset', multi: 'Several assets' } as const;

const parseNumberInput = (text: string) => {
  const value = Number(text);
  return text.trim() === '' || !Number.isFinite(value) ? undefined : value;
};

/** Filters that the API applies, because the loaded list lacks the data for these filters. */
function ServerFilterFields({ view, onChange }: Pick<PanelProps, 'view' | 'onChange'>) {
  const { serverFilters } = view;
  const setServerFilters = (changes: Partial<View['serverFilters']>) => {
    const entries = Object.entries({ ...serverFilters, ...changes }).filter(
      ([, value]) => value !== undefined,
    );
    onChange({ serverFilters: Object.fromEntries(entries) });
  };
  return (
    <>
      <OptionalChoiceField
        label="Asset family"
        anyText="Any"
        choices={ASSET_FAMILIES}
        names={FAMILY_NAMES}
        chosen={serverFilters.family}
        onChange={(family) => setServerFilters({ family })}
      />
      <FlagField
        label="Stablecoins"
        flag={serverFilters.stablecoin}
        texts={{ true: 'Stablecoins only', false: 'No stablecoins' }}
        onChange={(stablecoin) => setServerFilters({ stablecoin })}
      />
      <OptionalChoiceField
        label="Exposure"
        anyText="One or several assets"
        choices={EXPOSURES}
        names={EXPOSURE_NAMES}
        chosen={serverFilters.exposure}
        onChange={(exposure) => setServerFilters({ exposure })}
      />
      <FlagField
        label="Impermanent loss"
        flag={serverFilters.il_risk}
        texts={{ false: 'Not exposed', true: 'Exposed' }}
        onChange={(il_risk) => setServerFilters({ il_risk })}
      />
      <OptionalChoiceField
        label="Deposits"
        hint="The sandbox simulates deposits, without real money."
        anyText="Vault or sandbox"
        choices={SETTLEMENTS}
        names={SETTLEMENT_NAMES}
        chosen={serverFilters.settlement}
        onChange={(settlement) => setServerFilters({ settlement })}
      />
    </>
  );
}

function MinimumFilters({ view, onChange }: Pick<PanelProps, 'view' | 'onChange'>) {
  return (
    <div className="pair">
      <TextField
        label="Minimum APY"
        inputMode="decimal"
        placeholder="%"
        defaultValue={view.minApy ?? ''}
        onChange={(event) => onChange({ minApy: parseNumberInput(event.target.value) })}
      />
      <TextField
        label="Minimum TVL"
        inputMode="numeric"
        placeholder="USD"
        defaultValue={view.minTvl ?? ''}
        onChange={(event) => onChange({ minTvl: parseNumberInput(event.target.value) })}
      />
    </div>
  );
}

export function FilterPanel({ rows, view, onChange, onClear }: PanelProps) {
  // Count the choices for a deferred view, so that the user can type while the choices are counted.
  const choices = useChoices(rows, useDeferredValue(view));
  const watchedIds = watchlistStore.use();
  if (choices === undefined) return <Skeleton height={900} />;
  return (
    <div className="stack">
      <Checkbox
        label={`Watchlist only (${watchedIds.length})`}
        checked={view.isWatchlistOnly}
        onChange={(event) => onChange({ isWatchlistOnly: event.target.checked })}
      />
      <Choices
        heading="Risk"
        choices={choices.risk}
        chosen={view.risks}
        onChange={(risks) => onChange({ risks })}
      />
      <MinimumFilters view={view} onChange={onChange} />
      <ServerFilterFields view={view} onChange={onChange} />
      <Choices
        heading="Chain"
        choices={choices.chain}
        chosen={view.chains}
        onChange={(chains) => onChange({ chains })}
      />
      <Choices
        heading="Asset"
        nameOf={(symbol) => symbol}
        choices={choices.asset}
        chosen={view.assets}
        onChange={(assets) => onChange({ assets })}
      />
      <Choices
        heading="Protocol"
        nameOf={toDisplayName}
        choices={choices.protocol}
        chosen={view.protocols}
        onChange={(protocols) => onChange({ protocols })}
      />
      <Choices
        heading="Type"
        choices={choices.type}
        chosen={view.types}
        onChange={(types) => onChange({ types })}
      />
      <Button small onClick={onClear}>
        Clear all filters
      </Button>
    </div>
  );
}
