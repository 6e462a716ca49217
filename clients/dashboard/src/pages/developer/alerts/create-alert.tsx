import { useState } from 'react';
import { SelectField, TextField } from '../../../components/controls.tsx';
import { FormDialog } from '../../../components/dialogs/dialog.tsx';
import { showToast } from '../../../components/dialogs/toast.tsx';
import { parseAmount } from '../../../design/amounts.ts';
import { LOCALE } from '../../../design/locale.ts';
import { issueText } from '../issues.ts';
import {
  ALL_POSITIONS_TARGET,
  buildStrategyTarget,
  buildTargetInput,
  TargetFields,
} from './alert-target.tsx';
import { ALERT_KIND_TEXTS, type AlertKind, figureFieldOf, useCreateAlert } from './alerts-api.ts';

const isAlertKind = (text: string): text is AlertKind => text in ALERT_KIND_TEXTS;
const INVALID_FIGURE_TEXT = `Enter a number, such as ${(1.5).toLocaleString(LOCALE)}.`;
const ALERT_KINDS = Object.keys(ALERT_KIND_TEXTS).filter(isAlertKind);

function AlertKindField({ value, onChange }: { value: AlertKind; onChange: (kind: AlertKind) => void }) {
  return (
    <SelectField
      label="Notify me when"
      value={value}
      onChange={(event) => isAlertKind(event.target.value) && onChange(event.target.value)}
    >
      {ALERT_KINDS.map((each) => (
        <option key={each} value={each}>
          {ALERT_KIND_TEXTS[each]}
        </option>
      ))}
    </SelectField>
  );
}

export function CreateAlert({
  strategy,
  onClose,
}: {
  /** The strategy to watch. If undefined, the user chooses it in the form. */
  strategy?: { readonly id: string; readonly name: string };
  onClose: () => void;
}) {
  const [kind, setKind] = useState<AlertKind>('apy_below');
  const [alertTarget, setAlertTarget] = useState(
    strategy === undefined ? ALL_POSITIONS_TARGET : buildStrategyTarget(strategy.id),
  );
  const [figureText, setFigureText] = useState('');
  const createAlertMutation = useCreateAlert();
  const figureField = figureFieldOf(kind);
  const amount = parseAmount(figureText, LOCALE);
  const submit = () => {
    createAlertMutation.mutate(
      {
        kind,
        ...buildTargetInput(alertTarget),
        ...(figureField === undefined ? {} : { [figureField.name]: Number(amount) }),
      },
      {
        onSuccess: () => {
          showToast('The alert is created');
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      heading={strategy === undefined ? 'Create an alert' : `Alert on ${strategy.name}`}
      action="Create alert"
      change={createAlertMutation}
      incomplete={figureField !== undefined && amount === undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <AlertKindField value={kind} onChange={setKind} />
      {figureField !== undefined && (
        <TextField
          label={figureField.label}
          inputMode="decimal"
          value={figureText}
          required
          error={
            amount === undefined && figureText !== ''
              ? INVALID_FIGURE_TEXT
              : issueText(createAlertMutation.error, figureField.name)
          }
          onChange={(event) => setFigureText(event.target.value)}
        />
      )}
      {strategy === undefined && (
        <TargetFields value={alertTarget} error={createAlertMutation.error} onChange={setAlertTarget} />
      )}
      <p className="small soft">
        The alert appears under the bell at the top of the page and goes to your webhook endpoints, if you
        have any. You get the alert when a strategy starts to meet the condition. If a strategy already meets
        the condition now, the alert comes only after the strategy has stopped meeting the condition and meets
        it again.
      </p>
    </FormDialog>
  );
}
