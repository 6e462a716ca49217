import { expect, test } from 'vitest';
import { resolveStacks, templateSchema } from '../../../../infra/emulator/template/stacks.ts';
import { isAllowed } from './policy.ts';
import { readStatementsByRole } from './roles.ts';

const statement = (Action: string, Resource: unknown) => ({ Effect: 'Allow', Action, Resource });
const tableArn = { 'Fn::GetAtt': ['Table', 'Arn'] };

const template = (policies: object[], more: object = {}) =>
  templateSchema.parse({
    Resources: {
      Table: { Type: 'AWS::DynamoDB::Table', Properties: { TableName: 'T' } },
      Role: { Type: 'AWS::IAM::Role', Properties: { Policies: policies } },
      Reader: {
        Type: 'AWS::Lambda::Function',
        Properties: { Role: { 'Fn::GetAtt': ['Role', 'Arn'] } },
      },
      ...more,
    },
  });

const inline = (...Statement: object[]) => ({ PolicyName: 'p', PolicyDocument: { Statement } });

const rolesIn = (...args: Parameters<typeof template>) =>
  readStatementsByRole(resolveStacks([{ name: 'Stack', template: template(...args) }]));

const get = {
  action: 'dynamodb:GetItem',
  resource: 'arn:aws:dynamodb:us-east-1:000000000000:table/T',
  leadingKeys: ['A#1'],
};

test('a function may make the DynamoDB calls that the inline policies of its role allow', () => {
  const roles = rolesIn([
    inline(statement('logs:PutLogEvents', '*'), statement('dynamodb:GetItem', tableArn)),
  ]);
  const statements = roles.get('Stack-Reader') ?? [];
  expect(statements).toHaveLength(1);
  expect(isAllowed(statements, get)).toBe(true);
  expect(isAllowed(statements, { ...get, action: 'dynamodb:PutItem' })).toBe(false);
});

test('the permissions of a role include those of AWS::IAM::Policy resources that name the role', () => {
  const policy = {
    Type: 'AWS::IAM::Policy',
    Properties: {
      Roles: [{ Ref: 'Role' }],
      PolicyDocument: { Statement: [statement('dynamodb:GetItem', tableArn)] },
    },
  };
  expect(isAllowed(rolesIn([], { More: policy }).get('Stack-Reader') ?? [], get)).toBe(true);
});

test('if the role of a function has no DynamoDB statement, the function is not allowed any DynamoDB call', () => {
  expect(rolesIn([]).get('Stack-Reader')).toEqual([]);
});

test('a DynamoDB statement that cannot be parsed causes an error', () => {
  const NotAction = { Effect: 'Allow', Action: 'dynamodb:*', NotResource: '*', Resource: '*' };
  expect(() => rolesIn([inline(NotAction)])).toThrow(/NotResource/);
});
