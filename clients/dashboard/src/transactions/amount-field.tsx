import type { ReactNode } from 'react';
import { Button, TextField } from '../components/controls.tsx';
import { parseAmount } from '../design/amounts.ts';
import { formatAmount, formatUsd } from '../design/format.ts';
import { LOCALE } from '../design/locale.ts';

/**
 * Converts the user's text to a decimal amount with a dot, such as `1000.5`. Returns an empty text if it is not an
 * amount.
 */
export const parseAmountText = (text: string): string => parseAmount(text, LOCALE) ?? '';

/** Whether the user has entered a text that is not an amount above 0. */
export const isInvalidAmount = (text: string): boolean => text !== '' && !(Number(parseAmountText(text)) > 0);

/** Formats an amount with all its digits and the decimal separator of the visitor's locale. */
export function localizeAmount(amount: string): string {
  const decimalSeparator = (1.5).toLocaleString(LOCALE, { numberingSystem: 'latn' }).charAt(1);
  return amount.replace('.', decimalSeparator);
}

interface AmountFieldProps {
  readonly asset: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The available amount of the asset as decimal text; undefined when the amount is unknown. */
  readonly available?: string | undefined;
  readonly availableLabel?: string;
  /** Whether the field has a button that fills in the available amount. */
  readonly offersMax?: boolean;
  /** The price of one unit of the asset in US dollars; undefined if unknown. */
  readonly price?: number | undefined;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
  readonly required?: boolean;
}

function describeAmountError(
  text: string,
  parsed: string | undefined,
  availableAmount: string | undefined,
  asset: string,
) {
  if (text.trim() === '') return undefined;
  if (parsed === undefined) return `Enter a number, such as ${(1234.5).toLocaleString(LOCALE)}.`;
  if (isInvalidAmount(text)) return 'Enter a number above 0.';
  return availableAmount !== undefined && Number(parsed) > Number(availableAmount)
    ? `Available: ${formatAmount(availableAmount)} ${asset}. Enter that amount or less.`
    : undefined;
}

/** A field for an amount in the user's locale. The parsed amount is shown below the field. */
export function AmountField(props: AmountFieldProps) {
  const { asset, value, onChange, available, availableLabel = 'Balance', offersMax = false } = props;
  const { price, hint, error, disabled = false, required = true } = props;
  const parsed = parseAmount(value, LOCALE);
  const errorText = describeAmountError(value, parsed, available, asset);
  return (
    <div className="stack stack-tight">
      <TextField
        label={`Amount in ${asset}`}
        hint={hint}
        inputMode="decimal"
        required={required}
        disabled={disabled}
        value={value}
        error={errorText ?? error}
        onChange={(event) => onChange(event.target.value)}
      />
      <span className="row row-between small">
        <span aria-live="polite">
          {parsed !== undefined && (
            <>
              {'You enter '}
              <b>
                {formatAmount(parsed)} {asset}
              </b>
              {price !== undefined && `, worth about ${formatUsd(Number(parsed) * price)}`}
            </>
          )}
        </span>
        {available !== undefined && (
          <span className="row">
            <span className="soft">
              {availableLabel} {formatAmount(available)} {asset}
            </span>
            {offersMax && (
              <Button small disabled={disabled} onClick={() => onChange(localizeAmount(available))}>
                Max
              </Button>
            )}
          </span>
        )}
      </span>
    </div>
  );
}
