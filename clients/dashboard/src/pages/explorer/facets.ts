import { assetsOf, RISKS, type Row, testsOf, type View } from './filters.ts';

/** A value that can be chosen, with how many rows it would leave among those that the other filters keep. */
export interface Choice {
  readonly value: string;
  readonly count: number;
}

export type Facet = 'chain' | 'asset' | 'protocol' | 'type' | 'risk';

const FACET_VALUES: Readonly<Record<Facet, (row: Row) => readonly string[]>> = {
  chain: (row) => [row.chain],
  asset: assetsOf,
  protocol: (row) => [row.protocol],
  type: (row) => [row.strategy_type],
  risk: (row) => [row.risk_level],
};

/** The choices of a facet, the commonest first; levels of risk from the lowest. */
export function choicesOf(rows: readonly Row[], view: View, facet: Facet): Choice[] {
  const others = [...testsOf(view)].filter(([name]) => name !== facet).map(([, test]) => test);
  const counts = new Map<string, number>();
  for (const row of rows) {
    if (!others.every((test) => test(row))) continue;
    for (const value of FACET_VALUES[facet](row)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => rank(facet, a, b) || (a.value < b.value ? -1 : 1));
}

const LEVELS: readonly string[] = RISKS;
const levelOf = ({ value }: Choice) => LEVELS.indexOf(value);
const rank = (facet: Facet, a: Choice, b: Choice) =>
  facet === 'risk' ? levelOf(a) - levelOf(b) : b.count - a.count;
