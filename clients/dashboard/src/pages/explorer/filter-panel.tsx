import { useDeferredValue, useMemo } from 'react';
import { Button, SelectField, TextField } from '../../components/controls.tsx';
import { Choices } from './choices.tsx';
import { choicesOf } from './facets.ts';
import { FAMILIES, type Row, SETTLEMENTS, type View } from './filters.ts';

interface PanelProps {
  readonly rows: readonly Row[];
  readonly view: View;
  readonly onChange: (changes: Partial<View>) => void;
  readonly onClear: () => void;
}

const FAMILY_NAMES: Readonly<Record<(typeof FAMILIES)[number], string>> = {
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
  sandbox: 'Into books without money',
  none: 'Not taken',
};

const asFlag = (text: string) => (text === '' ? undefined : text === 'true');
const asFigure = (text: string) => {
  const value = Number(text);
  return text.trim() === '' || !Number.isFinite(value) ? undefined : value;
};

/** Filters that the API answers, as the list alone does not show what they go by. */
function AskedFilters({ view, onChange }: Pick<PanelProps, 'view' | 'onChange'>) {
  const { asked } = view;
  const set = (changes: Partial<View['asked']>) => {
    const entries = Object.entries({ ...asked, ...changes }).filter(([, value]) => value !== undefined);
    onChange({ asked: Object.fromEntries(entries) });
  };
  return (
    <>
      <SelectField
        label="Asset family"
        value={asked.family ?? ''}
        onChange={(event) => set({ family: FAMILIES.find((each) => each === event.target.value) })}
      >
        <option value="">Any</option>
        {FAMILIES.map((family) => (
          <option key={family} value={family}>
            {FAMILY_NAMES[family]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Stablecoins"
        value={asked.stablecoin === undefined ? '' : String(asked.stablecoin)}
        onChange={(event) => set({ stablecoin: asFlag(event.target.value) })}
      >
        <option value="">With and without</option>
        <option value="true">Stablecoins only</option>
        <option value="false">No stablecoins</option>
      </SelectField>
      <SelectField
        label="Exposure"
        value={asked.exposure ?? ''}
        onChange={(event) =>
          set({ exposure: (['single', 'multi'] as const).find((each) => each === event.target.value) })
        }
      >
        <option value="">One or several assets</option>
        <option value="single">One asset</option>
        <option value="multi">Several assets</option>
      </SelectField>
      <SelectField
        label="Impermanent loss"
        value={asked.il_risk === undefined ? '' : String(asked.il_risk)}
        onChange={(event) => set({ il_risk: asFlag(event.target.value) })}
      >
        <option value="">With and without</option>
        <option value="false">Not exposed</option>
        <option value="true">Exposed</option>
      </SelectField>
      <SelectField
        label="Deposits"
        value={asked.settlement ?? ''}
        onChange={(event) => set({ settlement: SETTLEMENTS.find((each) => each === event.target.value) })}
      >
        <option value="">Settled in any way</option>
        {SETTLEMENTS.map((settlement) => (
          <option key={settlement} value={settlement}>
            {SETTLEMENT_NAMES[settlement]}
          </option>
        ))}
      </SelectField>
    </>
  );
}

/** Everything that the catalog can be narrowed by. */
export function FilterPanel({ rows, view, onChange, onClear }: PanelProps) {
  // What is typed goes before what could be chosen next.
  const settled = useDeferredValue(view);
  const choices = useMemo(() => choicesOf(rows, settled), [rows, settled]);
  return (
    <div className="stack">
      <Choices
        heading="Risk"
        choices={choices.risk}
        chosen={view.risks}
        onChange={(risks) => onChange({ risks })}
      />
      <div className="pair">
        <TextField
          label="APY from"
          inputMode="decimal"
          placeholder="%"
          defaultValue={view.minApy ?? ''}
          onChange={(event) => onChange({ minApy: asFigure(event.target.value) })}
        />
        <TextField
          label="TVL from"
          inputMode="numeric"
          placeholder="USD"
          defaultValue={view.minTvl ?? ''}
          onChange={(event) => onChange({ minTvl: asFigure(event.target.value) })}
        />
      </div>
      <AskedFilters view={view} onChange={onChange} />
      <Choices
        heading="Chain"
        choices={choices.chain}
        chosen={view.chains}
        onChange={(chains) => onChange({ chains })}
      />
      <Choices
        heading="Asset"
        asIs
        choices={choices.asset}
        chosen={view.assets}
        onChange={(assets) => onChange({ assets })}
      />
      <Choices
        heading="Protocol"
        choices={choices.protocol}
        chosen={view.protocols}
        onChange={(protocols) => onChange({ protocols })}
      />
      <Choices
        heading="Kind"
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
