import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { PLAN_LIMITS, PLANS } from '../../../shared/platform/contract/plans.ts';
import { CURRENT_VERSION } from '../../../shared/platform/contract/versions/version-table.ts';
import {
  findRecordedResponse,
  findResponseVariants,
} from '../../../shared/platform/documents/examples/recorded-answers.ts';
import { isRecord } from '../../../shared/platform/documents/json-schema.ts';
import { buildOpenApi } from '../../../shared/platform/documents/openapi.ts';
import { toChecksummedIfValid } from '../../../shared/platform/domain/ethereum.ts';
import { ROUTES } from '../../../shared/service/routes.ts';
import { at } from '../../support/at.ts';

const RECORDING_INSTRUCTIONS =
  'Run RECORD_ANSWERS=1 npx vitest run --project e2e test/service/every-route, and then npm run generate.';
const document = buildOpenApi(ROUTES, CURRENT_VERSION);
const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema({
  $id: 'document',
  ...document,
});

/** Returns the example of a response, or the examples of its variants. */
function examplesOf(content: unknown): unknown[] {
  const variants = at(content, 'examples');
  if (!isRecord(variants)) return [at(content, 'example')];
  return Object.values(variants).map((each) => at(each, 'value'));
}

const ENVELOPED_ROUTES = ROUTES.filter(({ format }) => format === undefined);

test.each(ENVELOPED_ROUTES)('the example of $id matches its schema and has success: true', (route) => {
  const responses = at(document, 'paths', route.path, route.method.toLowerCase(), 'responses');
  const content = at(responses, String(route.status), 'content', 'application/json');
  const schema: unknown = JSON.parse(JSON.stringify(at(content, 'schema')).replaceAll('"#/', '"document#/'));
  for (const example of examplesOf(content)) {
    expect(ajv.validate(isRecord(schema) ? schema : {}, example), ajv.errorsText()).toBe(true);
    expect(at(example, 'success')).toBe(true);
  }
});

test('the examples of a deposit, a withdrawal and a move show the steps that a wallet signs', () => {
  for (const path of ['/investments/deposit', '/investments/withdraw', '/investments/move']) {
    const content = at(document, 'paths', path, 'post', 'responses', '201', 'content', 'application/json');
    const onchain = JSON.stringify(at(content, 'examples', 'onchain', 'value'));
    expect(onchain, path).toMatch(/"steps":\[\{[^[\]]*"to":"0x[0-9a-f]{40}"/i);
    expect(JSON.stringify(at(content, 'examples', 'sandbox', 'value')), path).not.toContain('"steps"');
  }
});

test('every route has a recorded response of the API as its example', () => {
  const missing = ENVELOPED_ROUTES.filter(({ id }) => findRecordedResponse(id) === undefined).map(
    ({ id }) => id,
  );
  expect(
    missing.toSorted(),
    `${RECORDING_INSTRUCTIONS} Delete an answer from the recorded ones to record it again.`,
  ).toEqual([]);
});

const account = z.object({
  plan: z.enum(PLANS),
  limits: z.object({ requests_per_minute: z.number(), burst: z.number() }),
});

/** Collects the accounts in a value. */
function accountsIn(value: unknown): z.infer<typeof account>[] {
  if (Array.isArray(value)) return value.flatMap((each) => accountsIn(each));
  if (!isRecord(value)) return [];
  const { data } = account.safeParse(value);
  return [...(data === undefined ? [] : [data]), ...Object.values(value).flatMap((each) => accountsIn(each))];
}

test('every account in the recorded responses has the limits of its plan', () => {
  const accounts = ENVELOPED_ROUTES.flatMap(({ id }) => accountsIn(findRecordedResponse(id)));
  // An account on the Enterprise plan may have custom limits.
  const planned = accounts.filter(({ plan }) => plan !== 'enterprise');
  expect(planned.length).toBeGreaterThan(0);
  for (const { plan, limits } of planned) {
    const { requestsPerMinute, burst } = PLAN_LIMITS[plan];
    expect(limits, RECORDING_INSTRUCTIONS).toEqual({ requests_per_minute: requestsPerMinute, burst });
  }
});

/** Collects the addresses in all texts of a value, those in embedded JSON included. */
function addressesIn(value: unknown, name = ''): { readonly name: string; readonly address: string }[] {
  if (typeof value === 'string') {
    // Leave out addresses in CAIP-19 ids. They are in lower case, because ids are compared as text.
    return [...value.matchAll(/(?<!erc20:)\b0x[0-9a-f]{40}\b/gi)].map(([address]) => ({ name, address }));
  }
  if (Array.isArray(value)) return value.flatMap((each) => addressesIn(each, name));
  return isRecord(value) ? Object.entries(value).flatMap(([key, each]) => addressesIn(each, key)) : [];
}

test('every wallet and contract address in the examples has a valid EIP-55 checksum', () => {
  const answers = ENVELOPED_ROUTES.flatMap(({ id }) => [
    findRecordedResponse(id),
    ...Object.values(findResponseVariants(id) ?? {}),
  ]);
  const addresses = answers.flatMap((answer) => addressesIn(answer));
  expect(addresses.map(({ name }) => name)).toEqual(expect.arrayContaining(['to', 'typed_data']));
  expect(addresses.filter(({ address }) => toChecksummedIfValid(address) !== address)).toEqual([]);
});
