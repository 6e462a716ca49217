type Cell = string | number | null;

/** A spreadsheet reads a cell that begins so as a formula. */
const FORMULA = /^[=+\-@\t\r]/;

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const isNumber = /^-?\d+(\.\d+)?$/.test(cell);
  const text = FORMULA.test(cell) && !isNumber ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows as CSV (RFC 4180). A text that a spreadsheet would read as a formula begins with an apostrophe. */
export function csvOf(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [head, ...rows].map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}
