import { describe, expect, test } from 'vitest';
import { parseRows } from '../../clients/dashboard/src/pages/explorer/catalog-rows.ts';

const answer = (data: readonly object[]) =>
  JSON.stringify({ success: true, data, meta: { as_of: null, version: 'v', total: data.length } });

describe('the rows of a catalog', () => {
  test.each([0, 1, 2, 7])(
    '%i rows parsed in parts are the rows of the whole, in the same order',
    async (count) => {
      const data = Array.from({ length: count }, (_, index) => ({
        id: `strat_${index}`,
        name: 'ends like a row},{"id":"x"}],"meta":{',
        historical_apy: { '7d': index },
      }));

      for (const partLength of [1, 150, 1_000_000]) {
        const { rows, rest } = await parseRows(answer(data), partLength);
        expect(rows).toEqual(data);
        expect(JSON.parse(rest)).toEqual({
          success: true,
          data: [],
          meta: { as_of: null, version: 'v', total: count },
        });
      }
    },
  );
});
