import { describe, expect, test } from 'vitest';
import { csvOf } from '../../clients/dashboard/src/components/csv.ts';

describe('a table as CSV', () => {
  test('a CSV cell that contains a separator, quotation mark or line break is quoted', () => {
    expect(csvOf(['a', 'b'], [['x, y', 'say "no"\nthen']])).toBe('a,b\r\n"x, y","say ""no""\nthen"\r\n');
  });

  test('numbers in a CSV file are written unchanged, even if they are negative', () => {
    expect(csvOf(['a', 'b', 'c'], [['-1.5', 2, null]])).toBe('a,b,c\r\n-1.5,2,\r\n');
  });

  test.each(['=1+1', '+cmd', '-cmd', '@SUM(A1)', '\tx'])(
    'the CSV cell %j is escaped, so that a spreadsheet does not read it as a formula',
    (text) => {
      expect(csvOf(['a'], [[text]])).toBe(`a\r\n'${text}\r\n`);
    },
  );
});
