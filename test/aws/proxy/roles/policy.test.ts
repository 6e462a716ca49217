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

test('a role without policy statements may make no calls', () => {
  expect(isAllowed([], put('A#1'))).toBe(false);
});

describe('the evaluation of a policy statement', () => {
  test.each([
    ['allows its action on its resource', allow(), true],
    [
      'with several actions allows each of them',
      allow({ Action: ['dynamodb:GetItem', 'dynamodb:PutItem'] }),
      true,
    ],
    ['with another action does not allow the call', allow({ Action: 'dynamodb:UpdateItem' }), false],
    ['with a wildcard in its action allows the call', allow({ Action: 'dynamodb:P?t*' }), true],
    ['may have its action in any letter case', allow({ Action: 'DynamoDB:putitem' }), true],
    ['for another table does not allow the call', allow({ Resource: `${TABLE}2` }), false],
    ['for the indexes does not allow the table', allow({ Resource: `${TABLE}/index/*` }), false],
    ['for every table allows the call', allow({ Resource: 'arn:aws:dynamodb:*:*:table/*' }), true],
  ])('a policy statement %s', (_, statement, expected) => {
    expect(isAllowed(statements(statement), put('A#1'))).toBe(expected);
  });

  test('a statement that denies a call takes precedence over every statement that allows the call', () => {
    const both = statements(allow(), { ...allow({ Action: '*' }), Effect: 'Deny' });
    expect(isAllowed(both, put('A#1'))).toBe(false);
  });

  test('a policy statement with an unknown condition is rejected with an error', () => {
    expect(() => statements(allow({ Condition: { Bool: { 'aws:SecureTransport': 'true' } } }))).toThrow(
      /unrecognized/i,
    );
    expect(() => statements(leading('StringEquals', 'A#1'))).toThrow(/unrecognized/i);
  });
});

describe('a policy condition with ForAllValues:StringLike on the leading keys', () => {
  const role = statements(leading('ForAllValues:StringLike', 'A#*', 'B#1'));

  test.each([
    ['a key that matches one of the patterns', ['A#1'], true],
    ['keys that each match one of the patterns', ['A#1', 'A#2', 'B#1'], true],
    ['keys of which one matches no pattern', ['A#1', 'C#1'], false],
    ['a key that contains the pattern in its middle', ['XA#1'], false],
    ['a key that is longer than a pattern without a wildcard', ['B#12'], false],
    ['no keys', [], true],
  ])('for a call with %s (keys: %j), the condition returns %s', (_, keys, expected) => {
    expect(isAllowed(role, put(...keys))).toBe(expected);
  });
});

test('a policy condition with ForAllValues:StringEquals compares keys literally, so * is not a wildcard', () => {
  const role = statements(leading('ForAllValues:StringEquals', 'A#*'));
  expect([isAllowed(role, put('A#1')), isAllowed(role, put('A#*'))]).toEqual([false, true]);
});

test('a policy condition with ForAnyValue:StringLike allows a call if at least one key matches the pattern', () => {
  const role = statements(leading('ForAnyValue:StringLike', 'A#*'));
  expect([put('B#1', 'A#1'), put('B#1'), put()].map((access) => isAllowed(role, access))).toEqual([
    true,
    false,
    false,
  ]);
});

test('a Null condition on the leading keys rejects a scan, because a scan names no partition key', () => {
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
