import {
  type ButtonHTMLAttributes,
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';
import { Link } from '../routing/link.tsx';

type Look = 'normal' | 'primary' | 'quiet' | 'danger';

const buttonClasses = (look: Look, isSmall: boolean) =>
  ['button', look === 'normal' ? '' : `button-${look}`, isSmall ? 'button-small' : '']
    .filter(Boolean)
    .join(' ');

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly look?: Look;
  readonly small?: boolean;
  /** Whether the action is running. The button then keeps its size and ignores clicks. */
  readonly busy?: boolean;
}

export function Button({ look = 'normal', small = false, busy = false, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={buttonClasses(look, small)}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    />
  );
}

export function ButtonLink({
  to,
  look = 'normal',
  small = false,
  children,
}: {
  to: string;
  look?: Look;
  small?: boolean;
  children: ReactNode;
}) {
  return (
    <Link to={to} className={buttonClasses(look, small)}>
      {children}
    </Link>
  );
}

interface FieldTexts {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
}

/** Connects a label, a hint and an error with a field, so that screen readers read them together. */
function FormField({ id, label, hint, error, children }: FieldTexts & { id: string; children: ReactNode }) {
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        {label}
      </label>
      {children}
      {hint !== undefined && (
        <span className="hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
      {error !== undefined && (
        <span className="field-error" id={`${id}-error`}>
          {error}
        </span>
      )}
    </div>
  );
}

const buildDescribedByIds = (id: string, { hint, error }: FieldTexts) =>
  [hint === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`]
    .filter(Boolean)
    .join(' ') || undefined;

export function TextField({
  label,
  hint,
  error,
  ...rest
}: FieldTexts & InputHTMLAttributes<HTMLInputElement>) {
  const id = useId();
  const text = { label, hint, error };
  return (
    <FormField id={id} {...text}>
      <input
        className="input"
        id={id}
        autoComplete="off"
        aria-invalid={error !== undefined || undefined}
        aria-describedby={buildDescribedByIds(id, text)}
        {...rest}
      />
    </FormField>
  );
}

export function TextArea({
  label,
  hint,
  error,
  ...rest
}: FieldTexts & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId();
  const text = { label, hint, error };
  return (
    <FormField id={id} {...text}>
      <textarea
        className="input input-tall"
        id={id}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={buildDescribedByIds(id, text)}
        {...rest}
      />
    </FormField>
  );
}

export function SelectField({
  label,
  hint,
  error,
  children,
  ...rest
}: FieldTexts & SelectHTMLAttributes<HTMLSelectElement>) {
  const id = useId();
  const text = { label, hint, error };
  return (
    <FormField id={id} {...text}>
      <select className="input" id={id} aria-describedby={buildDescribedByIds(id, text)} {...rest}>
        {children}
      </select>
    </FormField>
  );
}

export function Checkbox({
  label,
  hint,
  ...rest
}: { label: ReactNode; hint?: ReactNode } & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <label className="check">
      <input type="checkbox" {...rest} />
      <span>
        {label}
        {hint !== undefined && <span className="hint"> {hint}</span>}
      </span>
    </label>
  );
}

interface SegmentedControlProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [value: T, text: string])[];
  readonly onChange: (value: T) => void;
}

export function SegmentedControl<T extends string>({
  label,
  value,
  options,
  onChange,
}: SegmentedControlProps<T>) {
  const name = useId();
  return (
    <fieldset className="segments">
      <legend className="hidden-visually">{label}</legend>
      {options.map(([each, text]) => (
        <label key={each}>
          <input type="radio" name={name} checked={each === value} onChange={() => onChange(each)} />
          {text}
        </label>
      ))}
    </fieldset>
  );
}
