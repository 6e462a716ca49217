import { expect, test } from 'vitest';
import { shownDaysText } from '../../clients/dashboard/src/charts/histories.ts';

const dates = ['2026-01-30', '2026-01-31', '2026-02-01'];

test('if a chart has data for all chosen days, its text states the first and the last day', () => {
  expect(shownDaysText({ dates }, 3)).toBe('Jan 30, 2026 to Feb 1, 2026.');
});

test('a chart with fewer days than the user chose says when the history began', () => {
  expect(shownDaysText({ dates }, 90)).toBe('The history began on Jan 30, 2026. Latest day: Feb 1, 2026.');
});

test('a chart without data shows no text about its number of days', () => {
  expect(shownDaysText({ dates: [] }, 90)).toBe('');
});
