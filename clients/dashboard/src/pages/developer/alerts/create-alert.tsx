import { useState } from 'react';
import { SelectField, TextField } from '../../../components/controls.tsx';
import { FormDialog } from '../../../components/dialog.tsx';
import { say } from '../../../components/toast.tsx';
import { issueOf } from '../issues.ts';
import { type AlertKind, figureOf, KIND_TEXTS, useCreateAlert } from './alerts-api.ts';

const isKind = (text: string): text is AlertKind => text in KIND_TEXTS;
const KINDS = Object.keys(KIND_TEXTS).filter(isKind);

/** Makes an alert on one strategy, or on everything that the account holds. */
export function CreateAlert({ onClose }: { onClose: () => void }) {
  const [kind, setKind] = useState<AlertKind>('apy_below');
  const [target, setTarget] = useState('positions');
  const [strategy, setStrategy] = useState('');
  const [figure, setFigure] = useState('');
  const creating = useCreateAlert();
  const needed = figureOf(kind);
  const submit = () => {
    creating.mutate(
      {
        kind,
        ...(target === 'strategy' ? { target, strategy_id: strategy.trim() } : { target: 'positions' }),
        ...(needed === undefined ? {} : { [needed.name]: Number(figure) }),
      },
      {
        onSuccess: () => {
          say('The alert is made');
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      heading="Create an alert"
      action="Create alert"
      change={creating}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField
        label="Tell me when"
        value={kind}
        onChange={({ target: { value } }) => isKind(value) && setKind(value)}
      >
        {KINDS.map((each) => (
          <option key={each} value={each}>
            {KIND_TEXTS[each]}
          </option>
        ))}
      </SelectField>
      {needed !== undefined && (
        <TextField
          label={needed.label}
          inputMode="decimal"
          value={figure}
          required
          error={issueOf(creating.error, needed.name)}
          onChange={(event) => setFigure(event.target.value)}
        />
      )}
      <SelectField label="Of" value={target} onChange={(event) => setTarget(event.target.value)}>
        <option value="positions">every strategy that I hold something in</option>
        <option value="strategy">one strategy</option>
      </SelectField>
      {target === 'strategy' && (
        <TextField
          label="Strategy"
          hint="Its id, which ends its page's address: strat_…"
          value={strategy}
          required
          error={issueOf(creating.error, 'strategy_id')}
          onChange={(event) => setStrategy(event.target.value)}
        />
      )}
    </FormDialog>
  );
}
