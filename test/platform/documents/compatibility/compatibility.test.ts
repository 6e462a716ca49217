import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { buildOpenApiFiles } from '../../../../infra/cli/generate/generated.ts';
import { API_VERSIONS } from '../../../../shared/platform/contract/versions/version-table.ts';
import { isRecord, type Json } from '../../../../shared/platform/documents/json-schema.ts';
import { API_CHANGES } from '../../../../shared/service/contract/api-changes.ts';
import { ROUTES } from '../../../../shared/service/routes.ts';
import { ROUTES as ROUTES_OF_TWO } from '../../../service/two-versions/routes.ts';
import { API_VERSIONS as TWO_VERSIONS } from '../../../service/two-versions/version-table.ts';
import { findBreakingChanges } from './breaking-changes.ts';

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
function parse(text: string): Json {
  const parsed = JSON.parse(text);
  if (!isRecord(parsed)) throw new Error('The text holds no object');
  return parsed;
}
const json = (path: string) => parse(read(path));

const released = json('clients/openapi/v1.released.json');
const documents = buildOpenApiFiles(ROUTES);

test('there is one committed OpenAPI document for each supported API version, and no others', () => {
  expect(Object.keys(buildOpenApiFiles(ROUTES_OF_TWO, TWO_VERSIONS))).toEqual(['v1.json', 'v2.json']);
  const committed = readdirSync(new URL('../../../../clients/openapi/', import.meta.url));
  expect(committed.toSorted()).toEqual(
    API_VERSIONS.flatMap(({ id }) => [`${id}.json`, `${id}.released.json`]).toSorted(),
  );
});

describe.each(API_VERSIONS.map(({ id }) => id))('the OpenAPI document of %s', (id) => {
  test('the committed document equals the one that the routes generate', () => {
    const advice = `clients/openapi/${id}.json is out of date. Run npm run generate`;
    expect(read(`clients/openapi/${id}.json`), advice).toBe(documents[`${id}.json`]);
  });

  test('every change that breaks clients of the last release is declared as a breaking change', () => {
    const declared = API_CHANGES.map(({ change }) => change);
    const found = findBreakingChanges(
      json(`clients/openapi/${id}.released.json`),
      parse(documents[`${id}.json`] ?? ''),
    );
    const advice = 'Declare it in shared/service/contract/api-changes.ts and docs/guides/api-changes.md';
    expect(
      found.filter((change) => !declared.includes(change)),
      advice,
    ).toEqual([]);
  });
});

test('adding an API version with a changed field does not break clients of the first version', () => {
  const others = ROUTES.filter(({ id }) => !ROUTES_OF_TWO.some((route) => route.id === id));
  const both = buildOpenApiFiles([...others, ...ROUTES_OF_TWO], TWO_VERSIONS);
  const first = parse(both['v1.json'] ?? '');
  const before = parse(documents['v1.json'] ?? '');
  expect(findBreakingChanges(before, first)).toEqual([]);
  expect(findBreakingChanges(first, parse(both['v2.json'] ?? ''))).toContain(
    'strategies.list: the operation is gone',
  );
});

test('docs/guides/api-changes.md lists every declared change with its date', () => {
  const page = read('docs/guides/api-changes.md');
  for (const { change, effectiveOn } of API_CHANGES) {
    expect(page).toContain(change);
    expect(page).toContain(effectiveOn);
  }
});

describe('breaking changes for a client of the last release', () => {
  /** Returns the differences after one text in the released document is replaced. */
  const changed = (from: string | RegExp, to: string) => {
    const text = JSON.stringify(released);
    expect(text).toMatch(from);
    return findBreakingChanges(released, parse(text.replace(from, to)));
  };

  test('a renamed response field is a breaking change', () => {
    expect(changed(/"current_apy":(?=\{"[^}]*"description")/g, '"apy_now":')).toContain(
      'strategies.list gives.data[].current_apy: the field is gone',
    );
  });

  test('a removed operation is a breaking change', () => {
    expect(changed('"operationId":"market.prices"', '"operationId":"market.quotes"')).toEqual([
      'market.prices: the operation is gone',
    ]);
  });

  test('an operation with a new path is a breaking change', () => {
    expect(changed('"/market/prices":', '"/market/quotes":')).toEqual([
      'market.prices: GET /market/prices is now GET /market/quotes',
    ]);
  });

  test('the removal of an enum value from a request parameter is a breaking change', () => {
    const found = changed(
      /"enum":\["tvl","current_apy","name","created_at"\]/,
      '"enum":["tvl","name","created_at"]',
    );
    expect(found).toContain('strategies.list sends.query sort: no longer takes current_apy');
  });

  test('a lower maximum of a request parameter is a breaking change', () => {
    const found = changed(/"maximum":100\b/g, '"maximum":50');
    expect(found).toContain('strategies.list sends.query per_page: maximum is now 50');
  });

  test('a response field that may now be null is a breaking change', () => {
    const found = changed(/"tvl":\{"type":"number"/g, '"tvl":{"type":["number","null"]');
    expect(found).toContain('strategies.list gives.data[].tvl: may now be null');
  });

  test('a document with additions only has no breaking change', () => {
    const text = JSON.stringify(released).replace('"required":["total",', '"required":["extra","total",');
    const more = text.replace(/"properties":\{"total":/, '"properties":{"extra":{"type":"string"},"total":');
    expect(findBreakingChanges(released, parse(more))).toEqual([]);
  });
});
