import { describe, expect, test } from 'vitest';
import { API_VERSIONS, CURRENT_VERSION } from '../../../shared/platform/contract/versions/version-table.ts';
import {
  type ApiVersion,
  declareVersions,
  deprecationHeadersOf,
  hasMinimumDeprecationPeriod,
  isServedIn,
  versionedPath,
  versionOfPath,
} from '../../../shared/platform/contract/versions/versions.ts';

const successor: ApiVersion = { id: 'v2', state: 'Active', releasedOn: '2027-01-15' };
const superseded: ApiVersion = {
  id: 'v1',
  state: 'Deprecated',
  releasedOn: '2026-01-01',
  successor: 'v2',
  deprecatedOn: '2027-02-01',
  sunsetOn: '2027-08-01',
};

describe('the versions of the API', () => {
  test('the current version is the newest and has the state Active', () => {
    expect(CURRENT_VERSION).toMatchObject({ state: 'Active' });
    expect(API_VERSIONS.at(-1)).toBe(CURRENT_VERSION);
  });

  test('declareVersions accepts a superseded API version if its successor is also declared', () => {
    expect(declareVersions([superseded, successor])).toHaveLength(2);
  });

  test.each<[string, readonly ApiVersion[], RegExp]>([
    [
      'a sunset less than six months after the release of the successor',
      [{ ...superseded, sunsetOn: '2027-07-14' }, successor],
      /6 months/,
    ],
    ['an empty list of versions', [], /No API version/],
    ['a repeated id', [successor, successor], /twice/],
    ['an id that is not a version', [{ ...successor, id: 'beta' }], /a v and a number/],
    ['a successor that is not declared', [{ ...successor, successor: 'v3' }], /successor is not declared/],
    [
      'a version in maintenance without a successor',
      [{ ...successor, state: 'Maintenance' }],
      /with a successor/,
    ],
    ['a sunset without a successor', [{ ...successor, sunsetOn: '2030-01-01' }], /with a successor/],
    [
      'a newest version that is not active',
      [successor, { ...superseded, id: 'v3' }],
      /newest API version must be Active/,
    ],
  ])('the declaration of API versions is rejected for %s', (_, versions, message) => {
    expect(() => declareVersions(versions)).toThrow(message);
  });

  test('a deprecated API version without a date of its deprecation is rejected', () => {
    const { deprecatedOn: _, ...silent } = superseded;
    expect(() => declareVersions([silent, successor])).toThrow(/since when/);
  });

  test('a route that names API versions exists only in these versions', () => {
    expect([superseded, successor].map((version) => isServedIn({}, version))).toEqual([true, true]);
    const servedFlags = [superseded, successor].map((version) => isServedIn({ versions: ['v2'] }, version));
    expect(servedFlags).toEqual([false, true]);
  });

  test('the API version of a request is the first segment of its path', () => {
    expect(versionedPath(successor, { path: '/strategies/{id}' })).toBe('/v2/strategies/{id}');
    expect(versionedPath(successor, { path: '/' })).toBe('/v2');
    const versions = [superseded, successor];
    expect(versionOfPath(versions, '/v1/strategies').id).toBe('v1');
    expect(versionOfPath(versions, '/v2').id).toBe('v2');
    expect(versionOfPath(versions, '/strategies').id).toBe('v2');
  });

  test.each([
    ['2027-07-15', true],
    ['2027-07-14', false],
    ['2027-01-15', false],
    ['2028-01-01', true],
  ])(
    'an API version may end on %s if its successor was released on 2027-01-15 (minimum: six months): %s',
    (sunsetOn, kept) => {
      const version: ApiVersion = { id: 'v1', state: 'Deprecated', releasedOn: '2026-01-01', sunsetOn };
      expect(hasMinimumDeprecationPeriod(version, successor)).toBe(kept);
    },
  );

  test('responses of an active version have no headers about a deprecation or an end date', () => {
    expect(deprecationHeadersOf(successor)).toEqual({});
  });

  test('a superseded version sends the headers Deprecation (RFC 9745) and Sunset (RFC 8594)', () => {
    expect(deprecationHeadersOf(superseded)).toEqual({
      Deprecation: '@1801440000',
      Sunset: 'Sun, 01 Aug 2027 00:00:00 GMT',
      Link: '</v2>; rel="successor-version"',
    });
  });
});
