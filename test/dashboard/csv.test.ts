import { describe, expect, test } from 'vitest';
import { csvOf } from '../../clients/dashboard/src/components/csv.ts';

describe('a table as CSV', () => {
  test('a CSV cell with separators, quotation marks or line breaks is quoted', () => {
    expect(csvOf(['a', 'b'], [['x, y', 'say "no"\nthen']])).toBe('a,b\r\n"x, y","say ""no""\nthen"\r\n');
  });

  test('CSV numbers stay as they are, even negative ones, and unknown values are empty cells', () => {
    expect(csvOf(['a', 'b', 'c'], [['-1.5', 2, null]])).toBe('a,b,c\r\n-1.5,2,\r\n');
  });

  test.each(['=1+1', '+cmd', '-cmd', '@SUM(A1)', '\tx'])(
    'a spreadsheet does not read the CSV cell %j as a formula',
    (text) => {
      expect(csvOf(['a'], [[text]])).toBe(`a\r\n'${text}\r\n`);
    },
  );
});
