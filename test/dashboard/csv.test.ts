import { describe, expect, test } from 'vitest';
import { csvOf } from '../../clients/dashboard/src/components/csv.ts';

describe('a table as CSV', () => {
  test('quotes separators, quotation marks and line breaks', () => {
    expect(csvOf(['a', 'b'], [['x, y', 'say "no"\nthen']])).toBe('a,b\r\n"x, y","say ""no""\nthen"\r\n');
  });

  test('keeps numbers as they are, negative ones too, and leaves unknown cells empty', () => {
    expect(csvOf(['a', 'b', 'c'], [['-1.5', 2, null]])).toBe('a,b,c\r\n-1.5,2,\r\n');
  });

  test.each(['=1+1', '+cmd', '-cmd', '@SUM(A1)', '\tx'])(
    'keeps a spreadsheet from reading %j as a formula',
    (text) => {
      expect(csvOf(['a'], [[text]])).toBe(`a\r\n'${text}\r\n`);
    },
  );
});
