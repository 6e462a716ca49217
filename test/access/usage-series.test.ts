import { expect, test } from 'vitest';
import { formatHourStart } from '../../shared/access/domain/request-counts.ts';
import { buildUsageSeries } from '../../shared/access/domain/usage-series.ts';

test('buildUsageSeries returns an entry for each of the last 48 hours and for each of the last 90 days', () => {
  const hour = 490_005;
  const counts = [hour - 47, hour].map((each) => ({ hour: each, name: 'key', admitted: 3, refused: 1 }));
  const { hours, days } = buildUsageSeries(counts, hour);
  expect([hours.length, days.length]).toEqual([48, 90]);
  expect(hours.at(0)).toEqual({ from: formatHourStart(hour - 47), admitted: 3, refused: 1 });
  expect(hours.at(-1)).toEqual({ from: formatHourStart(hour), admitted: 3, refused: 1 });
  expect(days.at(-1)).toEqual({ date: formatHourStart(hour).slice(0, 10), admitted: 3, refused: 1 });
});
