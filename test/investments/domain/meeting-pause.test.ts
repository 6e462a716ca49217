import { expect, test } from 'vitest';
import { meetingPauseBoundMs } from '../../../shared/investments/domain/meeting-pause.ts';

test('who meets others twice waits long, and then the shorter, the longer it has waited', () => {
  expect(meetingPauseBoundMs(1, 20)).toBe(80);
  const bounds = [0, 100, 500, 900, 1_000, 15_000].map((waitedMs) => meetingPauseBoundMs(2, waitedMs));
  expect(bounds.map(Math.round)).toEqual([600, 540, 300, 60, 30, 30]);
});
