import { useEffect, useState } from 'react';
import { type ChoicesByFacet, createChoiceCounter } from './facets.ts';
import type { Row, View } from './filters.ts';

/** Rows are counted in steps, so that the browser can paint and react to input between two steps. */
const ROWS_PER_STEP = 2_000;

/**
 * Returns the choices of each facet for a view. Until the rows are counted, returns the choices of the previous view,
 * or undefined if there is none.
 */
export function useChoices(rows: readonly Row[], view: View): ChoicesByFacet | undefined {
  const [choices, setChoices] = useState<ChoicesByFacet>();
  useEffect(() => {
    const choiceCounter = createChoiceCounter(view);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const countRowsFrom = (start: number) => {
      choiceCounter.add(rows.slice(start, start + ROWS_PER_STEP));
      if (start + ROWS_PER_STEP < rows.length) timer = setTimeout(countRowsFrom, 0, start + ROWS_PER_STEP);
      else setChoices(choiceCounter.choices());
    };
    countRowsFrom(0);
    return () => clearTimeout(timer);
  }, [rows, view]);
  return choices;
}
