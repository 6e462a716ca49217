import { useState } from 'react';
import { Button, Checkbox } from '../../components/controls.tsx';
import { formatKeyAsTitle, formatNumber } from '../../design/format.ts';
import type { FacetChoice } from './facets.ts';

const INITIAL_CHOICES_MAX = 6;

interface ChoicesProps {
  readonly heading: string;
  readonly choices: readonly FacetChoice[];
  readonly chosen: readonly string[];
  readonly onChange: (chosenValues: readonly string[]) => void;
  readonly nameOf?: (value: string) => string;
}

/** Shows checkboxes for the most frequent values of a filter. A search finds the other values. */
export function Choices({ heading, choices, chosen, onChange, nameOf = formatKeyAsTitle }: ChoicesProps) {
  const [isOpen, setOpen] = useState(false);
  const [searchText, setSearchText] = useState('');
  const rowCountByValue = new Map(choices.map(({ value, count: rows }) => [value, rows]));
  // Show the chosen values even if no row has them.
  const firstChoices = [
    ...new Set([...chosen, ...choices.slice(0, INITIAL_CHOICES_MAX).map(({ value }) => value)]),
  ];
  const matchingChoices = choices
    .filter(({ value }) => value.toLowerCase().includes(searchText.toLowerCase()))
    .map(({ value }) => value);
  const shownChoices = isOpen ? matchingChoices.slice(0, 200) : firstChoices;
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]);
  return (
    <fieldset className="choices">
      <legend className="label">{heading}</legend>
      {isOpen && (
        <input
          className="input"
          type="search"
          aria-label={`Find in ${heading.toLowerCase()}`}
          placeholder={`Find in ${formatNumber(choices.length)}`}
          value={searchText}
          onChange={(event) => setSearchText(event.target.value)}
        />
      )}
      <div className={isOpen ? 'choices-list choices-open' : 'choices-list'}>
        {shownChoices.map((value) => (
          <Checkbox
            key={value}
            checked={chosen.includes(value)}
            onChange={() => toggle(value)}
            label={
              <span className="choice">
                <span>{nameOf(value)}</span>
                <span className="soft small">{formatNumber(rowCountByValue.get(value) ?? 0)}</span>
              </span>
            }
          />
        ))}
      </div>
      {choices.length > INITIAL_CHOICES_MAX && (
        <Button look="quiet" small onClick={() => setOpen(!isOpen)} aria-expanded={isOpen}>
          {isOpen ? 'Show fewer' : `All ${formatNumber(choices.length)}`}
        </Button>
      )}
    </fieldset>
  );
}
