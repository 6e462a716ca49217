import { assetsOf, buildRowTests, RISK_LEVELS, type Row, type View } from './filters.ts';

/** `count` is the number of rows that have this value and pass the filters of all other facets. */
export interface FacetChoice {
  readonly value: string;
  readonly count: number;
}

type Facet = 'chain' | 'asset' | 'protocol' | 'type' | 'risk';

const FACET_VALUE_READERS: Readonly<Record<Facet, (row: Row) => readonly string[]>> = {
  chain: (row) => [row.chain],
  asset: assetsOf,
  protocol: (row) => [row.protocol],
  type: (row) => [row.strategy_type],
  risk: (row) => [row.risk_level],
};

const FACETS = ['chain', 'asset', 'protocol', 'type', 'risk'] as const satisfies readonly Facet[];

/**
 * Returns the facets that count a row: all facets if the row passes every filter.
 * A row that fails one filter counts only in the facet of this filter, because the user could choose another value
 * there.
 */
function findFacetsForRow(
  row: Row,
  rowTests: readonly (readonly [name: string, test: (row: Row) => boolean])[],
) {
  let failedTestName: string | undefined;
  for (const [name, test] of rowTests) {
    if (test(row)) continue;
    if (failedTestName !== undefined) return [];
    failedTestName = name;
  }
  return failedTestName === undefined ? FACETS : FACETS.filter((facet) => facet === failedTestName);
}

export type ChoicesByFacet = Readonly<Record<Facet, readonly FacetChoice[]>>;

/**
 * Returns a counter of the rows for each choice of each facet. Rows are added in several calls, so that counting a
 * large catalog does not block the page.
 */
export function createChoiceCounter(view: View) {
  const rowTests = [...buildRowTests(view)];
  const rowCountsByFacet = new Map(FACETS.map((facet) => [facet, new Map<string, number>()]));
  const choicesOf = (facet: Facet) =>
    Array.from(rowCountsByFacet.get(facet) ?? [], ([value, count]) => ({ value, count })).sort(
      (a, b) => rank(facet, a, b) || (a.value < b.value ? -1 : 1),
    );
  return {
    add(rows: readonly Row[]): void {
      for (const row of rows) {
        for (const facet of findFacetsForRow(row, rowTests)) {
          const valueCounts = rowCountsByFacet.get(facet);
          for (const value of FACET_VALUE_READERS[facet](row))
            valueCounts?.set(value, (valueCounts.get(value) ?? 0) + 1);
        }
      }
    },
    /** Returns the choices of each facet, most frequent first. Risk levels are sorted from the lowest. */
    choices: (): ChoicesByFacet => ({
      chain: choicesOf('chain'),
      asset: choicesOf('asset'),
      protocol: choicesOf('protocol'),
      type: choicesOf('type'),
      risk: choicesOf('risk'),
    }),
  };
}

const RISK_LEVEL_ORDER: readonly string[] = RISK_LEVELS;
const riskLevelIndexOf = ({ value }: FacetChoice) => RISK_LEVEL_ORDER.indexOf(value);
const rank = (facet: Facet, a: FacetChoice, b: FacetChoice) =>
  facet === 'risk' ? riskLevelIndexOf(a) - riskLevelIndexOf(b) : b.count - a.count;
