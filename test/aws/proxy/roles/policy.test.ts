import { describe, expect, test } from 'vitest';
import { type Access, isAllowed, policyDocument } from './policy.ts';

const TABLE = 'arn:aws:dynamodb:us-east-1:000000000000:table/T';

const statements = (...given: object[]) => policyDocument.parse({ Statement: given }).Statement;
const allow = (more: object = {}) => ({
  Effect: 'Allow',
  Action: 'dynamodb:PutItem',
  Resource: TABLE,
  ...more,
});
const leading = (operator: string, ...keys: string[]) =>
  allow({ Condition: { [operator]: { 'dynamodb:LeadingKeys': keys } } });

const put = (...leadingKeys: string[]): Access => ({
  action: 'dynamodb:PutItem',
  resource: TABLE,
  leadingKeys,
});

test('a policy allows nothing by default', () => {
  expect(isAllowed([], put('A#1'))).toBe(false);
});

describe('the evaluation of a policy statement', () => {
  test.each([
    ['of the action and the resource allows', allow(), true],
    ['of several actions allows each', allow({ Action: ['dynamodb:GetItem', 'dynamodb:PutItem'] }), true],
    ['of another action does not', allow({ Action: 'dynamodb:UpdateItem' }), false],
    ['with a wildcard in its action allows', allow({ Action: 'dynamodb:P?t*' }), true],
    ['may write its action in any case', allow({ Action: 'DynamoDB:putitem' }), true],
    ['of another table does not', allow({ Resource: `${TABLE}2` }), false],
    ['of the indexes does not allow the table', allow({ Resource: `${TABLE}/index/*` }), false],
    ['of every table allows', allow({ Resource: 'arn:aws:dynamodb:*:*:table/*' }), true],
  ])('a policy statement %s', (_, statement, expected) => {
    expect(isAllowed(statements(statement), put('A#1'))).toBe(expected);
  });

  test('a statement that denies a call wins over every statement that allows it', () => {
    const both = statements(allow(), { ...allow({ Action: '*' }), Effect: 'Deny' });
    expect(isAllowed(both, put('A#1'))).toBe(false);
  });

  test('a statement with an unknown condition is rejected as a whole', () => {
    expect(() => statements(allow({ Condition: { Bool: { 'aws:SecureTransport': 'true' } } }))).toThrow(
      /unrecognized/i,
    );
    expect(() => statements(leading('StringEquals', 'A#1'))).toThrow(/unrecognized/i);
  });
});

describe('ForAllValues:StringLike on the leading keys', () => {
  const role = statements(leading('ForAllValues:StringLike', 'A#*', 'B#1'));

  test.each([
    ['a key that begins so', ['A#1'], true],
    ['keys of which each fits one of the patterns', ['A#1', 'A#2', 'B#1'], true],
    ['keys of which one fits none', ['A#1', 'C#1'], false],
    ['a key that only contains it', ['XA#1'], false],
    ['a key that goes on after a pattern without a wildcard', ['B#12'], false],
    ['no key at all, as ForAllValues of nothing holds', [], true],
  ])('ForAllValues:StringLike with %s, for the keys %j: allowed is %s', (_, keys, expected) => {
    expect(isAllowed(role, put(...keys))).toBe(expected);
  });
});

test('ForAllValues:StringEquals treats a wildcard as plain text', () => {
  const role = statements(leading('ForAllValues:StringEquals', 'A#*'));
  expect([isAllowed(role, put('A#1')), isAllowed(role, put('A#*'))]).toEqual([false, true]);
});

test('ForAnyValue requires one key that matches', () => {
  const role = statements(leading('ForAnyValue:StringLike', 'A#*'));
  expect([put('B#1', 'A#1'), put('B#1'), put()].map((access) => isAllowed(role, access))).toEqual([
    true,
    false,
    false,
  ]);
});

test('a Null condition rejects a scan, which names no key and therefore passes ForAllValues', () => {
  const Condition = {
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['A#*'] },
    Null: { 'dynamodb:LeadingKeys': 'false' },
  };
  const [open, closed] = [leading('ForAllValues:StringLike', 'A#*'), allow({ Condition })].map((given) =>
    statements({ ...given, Action: ['dynamodb:Scan', 'dynamodb:PutItem'] }),
  );
  const scan: Access = { action: 'dynamodb:Scan', resource: TABLE, leadingKeys: [] };
  expect([open, closed].map((role) => isAllowed(role ?? [], scan))).toEqual([true, false]);
  expect([open, closed].map((role) => isAllowed(role ?? [], put('A#1')))).toEqual([true, true]);
});
