import { SelectField } from '../../components/controls.tsx';

const parseFlag = (text: string) => (text === '' ? undefined : text === 'true');

interface ChoiceOrAnyProps<T extends string> {
  readonly label: string;
  readonly hint?: string;
  /** The text of the option that removes the filter. */
  readonly anyText: string;
  readonly choices: readonly T[];
  readonly names: Readonly<Record<T, string>>;
  readonly chosen: T | undefined;
  readonly onChange: (chosenValue: T | undefined) => void;
}

export function OptionalChoiceField<T extends string>({
  label,
  hint,
  anyText,
  choices,
  names,
  chosen,
  onChange,
}: ChoiceOrAnyProps<T>) {
  return (
    <SelectField
      label={label}
      hint={hint}
      value={chosen ?? ''}
      onChange={(event) => onChange(choices.find((each) => each === event.target.value))}
    >
      <option value="">{anyText}</option>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {names[choice]}
        </option>
      ))}
    </SelectField>
  );
}

interface FlagFieldProps {
  readonly label: string;
  readonly flag: boolean | undefined;
  /** The texts of the two options, in the order in which the form shows them. */
  readonly texts: Readonly<Record<'true' | 'false', string>>;
  readonly onChange: (flag: boolean | undefined) => void;
}

export function FlagField({ label, flag, texts, onChange }: FlagFieldProps) {
  return (
    <SelectField
      label={label}
      value={flag === undefined ? '' : String(flag)}
      onChange={(event) => onChange(parseFlag(event.target.value))}
    >
      <option value="">With and without</option>
      {Object.entries(texts).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </SelectField>
  );
}
