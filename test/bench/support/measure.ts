/** Returns the median, which is the upper middle value for an even number. NaN for no values. */
export function median(values: Iterable<number>): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Prints rows of text in columns. The first column is left-aligned, and the others are right-aligned. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    console.log(`  ${cells.join('  ')}`);
  }
}

/** Prints a value beside its goal. */
export function printTarget(
  what: string,
  value: number,
  target: number,
  unit: string,
  kind: 'most' | 'least',
) {
  const met = kind === 'most' ? value <= target : value >= target;
  const figure = value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(2);
  console.log(`  ${met ? 'met   ' : 'MISSED'}  ${what}: ${figure}${unit} (at ${kind} ${target}${unit})`);
}
