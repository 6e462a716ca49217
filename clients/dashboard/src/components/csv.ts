type Cell = string | number | null;

/** Matches the start of a cell that a spreadsheet would interpret as a formula. */
const FORMULA_START_PATTERN = /^[=+\-@\t\r]/;

function formatCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const isNumberText = /^-?\d+(\.\d+)?$/.test(cell);
  const text = FORMULA_START_PATTERN.test(cell) && !isNumberText ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Formats rows as CSV (RFC 4180). An apostrophe is put in front of a text that a spreadsheet would interpret as a
 * formula.
 */
export function csvOf(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [head, ...rows].map((row) => `${row.map(formatCell).join(',')}\r\n`).join('');
}
