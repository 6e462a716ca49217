import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { generatedDocument } from '../../../../infra/cli/generate/generated.ts';
import { isRecord, type Json } from '../../../../shared/platform/documents/json-schema.ts';
import { API_CHANGES } from '../../../../shared/service/contract/api-changes.ts';
import { ROUTES } from '../../../../shared/service/routes.ts';
import { breakingChanges } from './breaking-changes.ts';

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
function parse(text: string): Json {
  const parsed = JSON.parse(text);
  if (!isRecord(parsed)) throw new Error('The text holds no object');
  return parsed;
}
const json = (path: string) => parse(read(path));

const released = json('clients/openapi/v1.released.json');

test('the committed document is the one that the routes make', () => {
  expect(read('clients/openapi/v1.json')).toBe(generatedDocument(ROUTES));
});

test('what breaks clients of the last release is declared', () => {
  const declared = API_CHANGES.map(({ change }) => change);
  const found = breakingChanges(released, json('clients/openapi/v1.json'));
  const advice = 'Declare it in shared/service/contract/api-changes.ts and docs/api-changes.md';
  expect(
    found.filter((change) => !declared.includes(change)),
    advice,
  ).toEqual([]);
});

test('what is declared stands in the documentation with its day', () => {
  const page = read('docs/api-changes.md');
  for (const { change, effectiveOn } of API_CHANGES) {
    expect(page).toContain(change);
    expect(page).toContain(effectiveOn);
  }
});

describe('a client of the last release finds broken', () => {
  /** The released document with one text in place of another. */
  const changed = (from: string | RegExp, to: string) => {
    const text = JSON.stringify(released);
    expect(text).toMatch(from);
    return breakingChanges(released, parse(text.replace(from, to)));
  };

  test('a renamed field of an answer', () => {
    expect(changed(/"current_apy":(?=\{"[^}]*"description")/g, '"apy_now":')).toContain(
      'strategies.list gives.data[].current_apy: the field is gone',
    );
  });

  test('an operation that is gone', () => {
    expect(changed('"operationId":"market.prices"', '"operationId":"market.quotes"')).toEqual([
      'market.prices: the operation is gone',
    ]);
  });

  test('an operation that has moved', () => {
    expect(changed('"/market/prices":', '"/market/quotes":')).toEqual([
      'market.prices: GET /market/prices is now GET /market/quotes',
    ]);
  });

  test('a choice that is taken no more', () => {
    const found = changed(
      /"enum":\["tvl","current_apy","name","created_at"\]/,
      '"enum":["tvl","name","created_at"]',
    );
    expect(found).toContain('strategies.list sends.query sort: no longer takes current_apy');
  });

  test('a limit that is narrower', () => {
    const found = changed(/"maximum":100\b/g, '"maximum":50');
    expect(found).toContain('strategies.list sends.query per_page: maximum is now 50');
  });

  test('a figure that may be null now', () => {
    const found = changed(/"tvl":\{"type":"number"/g, '"tvl":{"type":["number","null"]');
    expect(found).toContain('strategies.list gives.data[].tvl: may now be null');
  });

  test('nothing in a document that only has more', () => {
    const text = JSON.stringify(released).replace('"required":["total",', '"required":["extra","total",');
    const more = text.replace(/"properties":\{"total":/, '"properties":{"extra":{"type":"string"},"total":');
    expect(breakingChanges(released, parse(more))).toEqual([]);
  });
});
