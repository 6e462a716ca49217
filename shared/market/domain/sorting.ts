/**
 * Returns a comparison function for rows by one of their fields. By default, the highest figure comes first, and texts
 * start at A. Unknown figures (NaN) come last in both directions. Rows with equal values are ordered by key.
 */
export function compareByFigure<
  K extends string,
  R extends { readonly key: string } & Readonly<Record<K, number | string>>,
>(query: { readonly sort: K; readonly order?: 'asc' | 'desc' | undefined }): (a: R, b: R) => number {
  const { sort } = query;
  const sign = (query.order ?? (sort === 'key' ? 'asc' : 'desc')) === 'asc' ? 1 : -1;
  return (a, b) => sign * compareValues(a[sort], b[sort], sign) || compareText(a.key, b.key);
}

function compareValues(a: number | string, b: number | string, sign: number): number {
  if (typeof a === 'string' || typeof b === 'string') return compareText(String(a), String(b));
  if (Number.isNaN(a) || Number.isNaN(b)) return sign * (Number(Number.isNaN(a)) - Number(Number.isNaN(b)));
  return a - b;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
