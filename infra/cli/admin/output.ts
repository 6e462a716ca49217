function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.join(' ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function formatTable(rows: readonly object[]): string {
  const [firstRow] = rows;
  if (firstRow === undefined) return '(none)';
  const columnNames = Object.keys(firstRow);
  const lines = [columnNames, ...rows.map((row) => columnNames.map((name) => cell(Reflect.get(row, name))))];
  const columnWidths = columnNames.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  return lines
    .map((line) =>
      line
        .map((text, column) => text.padEnd(columnWidths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function formatRecord(value: object): string {
  const entries = Object.entries(value);
  const nameColumnWidth = Math.max(0, ...entries.map(([name]) => name.length));
  return entries
    .map(([name, field]) => `${name.padEnd(nameColumnWidth)}  ${cell(field)}`.trimEnd())
    .join('\n');
}

export function formatValue(value: object | readonly object[]): string {
  return Array.isArray(value) ? formatTable(value.map(Object)) : formatRecord(value);
}
