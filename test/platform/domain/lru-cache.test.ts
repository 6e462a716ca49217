import { expect, test } from 'vitest';
import { createCachePerSnapshot, LruCache } from '../../../shared/platform/domain/lru-cache.ts';

test('a recently used result is returned from the cache without a new computation', () => {
  const cache = new LruCache<string>(2);
  const computed: string[] = [];
  const get = (key: string) =>
    cache.get(key, () => {
      computed.push(key);
      return key.toUpperCase();
    });
  expect(['a', 'b', 'a', 'c', 'a', 'b'].map(get)).toEqual(['A', 'B', 'A', 'C', 'A', 'B']);
  // c replaced b, which was used less recently than a.
  expect(computed).toEqual(['a', 'b', 'c', 'b']);
});

test('a result that is cached for one snapshot is not used for another snapshot', () => {
  const cache = createCachePerSnapshot<object, number>(2);
  const [first, second] = [{}, {}];
  expect(cache(first).get('key', () => 1)).toBe(1);
  expect(cache(second).get('key', () => 2)).toBe(2);
  expect(cache(first).get('key', () => 3)).toBe(1);
});

test('the total size of the cached results never exceeds the limit of the cache', () => {
  const cache = new LruCache<Uint8Array>(10, ({ byteLength }) => byteLength);
  const computed: string[] = [];
  const get = (key: string, bytes: number) =>
    cache.get(key, () => {
      computed.push(key);
      return new Uint8Array(bytes);
    });
  get('a', 4);
  get('b', 6);
  get('a', 4);
  get('huge', 11);
  // The huge result replaced all others, and was not cached itself.
  get('a', 4);
  get('huge', 11);
  expect(computed).toEqual(['a', 'b', 'huge', 'a', 'huge']);
});
