import { expect, test } from 'vitest';
import { Recent, recentPer } from '../../../shared/platform/domain/recent.ts';

test('a result is computed once while it is among the last few used', () => {
  const recent = new Recent<string>(2);
  const computed: string[] = [];
  const get = (key: string) =>
    recent.get(key, () => {
      computed.push(key);
      return key.toUpperCase();
    });
  expect(['a', 'b', 'a', 'c', 'a', 'b'].map(get)).toEqual(['A', 'B', 'A', 'C', 'A', 'B']);
  // c pushed out b, which had been used less recently than a.
  expect(computed).toEqual(['a', 'b', 'c', 'b']);
});

test('results of one snapshot are not those of another', () => {
  const recent = recentPer<object, number>(2);
  const [first, second] = [{}, {}];
  expect(recent(first).get('key', () => 1)).toBe(1);
  expect(recent(second).get('key', () => 2)).toBe(2);
  expect(recent(first).get('key', () => 3)).toBe(1);
});
