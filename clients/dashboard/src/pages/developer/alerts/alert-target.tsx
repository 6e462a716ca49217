import type { NotificationsCreateAlertInput } from '../../../../../sdk/src/index.ts';
import { SelectField, TextField } from '../../../components/controls.tsx';
import { issueText } from '../issues.ts';

const FILTER_FIELDS = [
  ['chain', 'Chain', 'ethereum'],
  ['asset', 'Asset', 'USDC'],
  ['protocol', 'Protocol', 'aave-v3'],
  ['strategy_type', 'Type', 'lending'],
] as const;
type FilterField = (typeof FILTER_FIELDS)[number][0];

/** The target of an alert as the form stores it. */
export interface AlertTarget {
  readonly kind: 'positions' | 'strategy' | 'filter';
  readonly strategy: string;
  readonly filter: Readonly<Record<FilterField, string>>;
}

export const ALL_POSITIONS_TARGET: AlertTarget = {
  kind: 'positions',
  strategy: '',
  filter: { chain: '', asset: '', protocol: '', strategy_type: '' },
};

export const buildStrategyTarget = (strategy: string): AlertTarget => ({
  ...ALL_POSITIONS_TARGET,
  kind: 'strategy',
  strategy,
});

/** Returns the target of an alert as fields of the API request. Empty filter fields are left out. */
export function buildTargetInput({
  kind,
  strategy,
  filter,
}: AlertTarget): Pick<NotificationsCreateAlertInput, 'target' | 'strategy_id' | 'filter'> {
  if (kind === 'strategy') return { target: kind, strategy_id: strategy.trim() };
  if (kind === 'positions') return { target: kind };
  const filledFilters = Object.entries(filter).flatMap(([field, text]) =>
    text.trim() === '' ? [] : [[field, text.trim()] as const],
  );
  return { target: kind, filter: Object.fromEntries(filledFilters) };
}

const TARGET_KIND_TEXTS: Readonly<Record<AlertTarget['kind'], string>> = {
  positions: 'all strategies that I invested in',
  strategy: 'one strategy',
  filter: 'all strategies that match a filter',
};
const isTargetKind = (text: string): text is AlertTarget['kind'] => text in TARGET_KIND_TEXTS;

interface TargetFieldsProps {
  readonly value: AlertTarget;
  readonly error: unknown;
  readonly onChange: (target: AlertTarget) => void;
}

export function TargetFields({ value, error, onChange }: TargetFieldsProps) {
  const { kind, strategy, filter } = value;
  return (
    <>
      <SelectField
        label="Strategies"
        value={kind}
        onChange={({ target }) => isTargetKind(target.value) && onChange({ ...value, kind: target.value })}
      >
        {Object.entries(TARGET_KIND_TEXTS).map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </SelectField>
      {kind === 'strategy' && (
        <TextField
          label="Strategy"
          hint="The id starts with strat_ and is the last part of the address of the strategy’s page."
          value={strategy}
          required
          error={issueText(error, 'strategy_id')}
          onChange={({ target }) => onChange({ ...value, strategy: target.value })}
        />
      )}
      {kind === 'filter' &&
        FILTER_FIELDS.map(([field, label, example]) => (
          <TextField
            key={field}
            label={label}
            placeholder={example}
            value={filter[field]}
            error={issueText(error, `filter.${field}`)}
            onChange={({ target }) => onChange({ ...value, filter: { ...filter, [field]: target.value } })}
          />
        ))}
    </>
  );
}
