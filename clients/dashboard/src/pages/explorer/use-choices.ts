import { useEffect, useState } from 'react';
import { type AllChoices, createCounting } from './facets.ts';
import type { Row, View } from './filters.ts';

/**
 * Number of rows that are counted in one step, which takes a few milliseconds. Between two steps, the browser can paint
 * and react to input.
 */
const PART = 2_000;

/**
 * Returns the choices of the filters with their counts. While the rows are counted for a new view, returns the choices
 * of the previous view. Returns undefined until the first count is complete.
 */
export function useChoices(rows: readonly Row[], view: View): AllChoices | undefined {
  const [choices, setChoices] = useState<AllChoices>();
  useEffect(() => {
    const counting = createCounting(view);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const countRowsFrom = (start: number) => {
      counting.add(rows.slice(start, start + PART));
      if (start + PART < rows.length) timer = setTimeout(countRowsFrom, 0, start + PART);
      else setChoices(counting.choices());
    };
    countRowsFrom(0);
    return () => clearTimeout(timer);
  }, [rows, view]);
  return choices;
}
