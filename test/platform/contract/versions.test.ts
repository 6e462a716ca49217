import { describe, expect, test } from 'vitest';
import {
  type ApiVersion,
  CURRENT_VERSION,
  keepsDeprecationPeriod,
  VERSIONS,
  versionHeaders,
} from '../../../shared/platform/contract/versions.ts';

const successor: ApiVersion = { id: 'v2', state: 'Active', releasedOn: '2027-01-15' };

describe('versions', () => {
  test('the current version is v1 and Active', () => {
    expect(CURRENT_VERSION).toMatchObject({ id: 'v1', state: 'Active' });
  });

  test('a superseded version stays available for at least 6 months after its successor is released', () => {
    const all: readonly ApiVersion[] = VERSIONS;
    for (const version of all) {
      const next = all.find(({ id }) => id === version.successor);
      expect(version.successor === undefined).toBe(next === undefined);
      if (next !== undefined) expect(keepsDeprecationPeriod(version, next)).toBe(true);
    }
  });

  test.each([
    ['2027-07-15', true],
    ['2027-07-14', false],
    ['2027-01-15', false],
    ['2028-01-01', true],
  ])('a sunset on %s after a release on 2027-01-15 keeps the promise: %s', (sunsetOn, kept) => {
    const version: ApiVersion = { id: 'v1', state: 'Deprecated', releasedOn: '2026-01-01', sunsetOn };
    expect(keepsDeprecationPeriod(version, successor)).toBe(kept);
  });

  test('an active version announces nothing', () => {
    expect(versionHeaders(successor)).toEqual({});
  });

  test('a superseded version announces its end as RFC 9745 and RFC 8594 say', () => {
    const version: ApiVersion = {
      id: 'v1',
      state: 'Deprecated',
      releasedOn: '2026-01-01',
      successor: 'v2',
      deprecatedOn: '2027-02-01',
      sunsetOn: '2027-08-01',
    };
    expect(versionHeaders(version)).toEqual({
      Deprecation: '@1801440000',
      Sunset: 'Sun, 01 Aug 2027 00:00:00 GMT',
      Link: '</v2>; rel="successor-version"',
    });
  });
});
