import { expect, test } from 'vitest';
import { meetingPauseBoundMs } from '../../../shared/investments/domain/meeting-pause.ts';

test('who meets others twice waits long, and then the shorter, the longer it has waited', () => {
  const bounds = Array.from({ length: 12 }, (_, i) => meetingPauseBoundMs(i + 1));
  expect(bounds.slice(0, 3)).toEqual([80, 560, 490]);
  expect(bounds.slice(1)).toEqual(bounds.slice(1).toSorted((a, b) => b - a));
  expect(bounds.at(-1)).toBe(60);
});
