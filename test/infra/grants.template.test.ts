import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { pascalCase } from '../../infra/constructs/names.ts';
import type { Route } from '../../shared/platform/contract/route.ts';
import { itemNamed, partitionPrefix } from '../../shared/platform/dynamodb/table.ts';
import { ROUTES } from '../../shared/service/routes.ts';
import { at } from '../support/at.ts';
import { makeTemplate, propertiesOf, SAMPLE_JOBS } from './support/stack.ts';

const statement = z.object({
  Effect: z.string(),
  Action: z.union([z.string(), z.array(z.string())]),
  Resource: z.unknown(),
  Condition: z.unknown().optional(),
});
type Statement = z.infer<typeof statement>;
const policies = z.array(z.object({ PolicyDocument: z.object({ Statement: z.array(statement) }) }));

const template = makeTemplate();
const roles = propertiesOf(template, 'AWS::IAM::Role');

const READ = ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query'];
const WRITE = [
  'dynamodb:BatchWriteItem',
  'dynamodb:ConditionCheckItem',
  'dynamodb:DeleteItem',
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
];
const TABLE_ARN = { 'Fn::GetAtt': ['Table', 'Arn'] };

function statementsOf(roleId: string): readonly Statement[] {
  const own = policies.parse(roles.get(roleId)?.Policies ?? []);
  return own.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
}

const actionsOf = ({ Action }: Statement): readonly string[] =>
  typeof Action === 'string' ? [Action] : Action;

/** What a role may do to the whole table. */
function tableActions(roleId: string): readonly string[] {
  return statementsOf(roleId)
    .filter(({ Resource, Condition }) => isSame(Resource, TABLE_ARN) && Condition === undefined)
    .flatMap(actionsOf)
    .toSorted();
}

/** CDK writes a list of one as the one. */
const one = (actions: readonly string[]) => (actions.length === 1 ? actions[0] : actions);
const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
const roleOf = (route: Route) => `${pascalCase(route.id)}Role`;

describe.each(ROUTES.map((route) => [route.id, route] as const))('%s', (id, route) => {
  const allowed = { none: [], read: READ, write: [...READ, ...WRITE].sort() }[route.table];

  test('may do to the table what its record says, and to the items that it names', () => {
    expect(tableActions(roleOf(route))).toEqual(route.items === undefined ? allowed : []);
    if (route.access === 'public' && route.table !== 'none') expect(route.items).toBeDefined();
  });

  test('may take a token from a bucket of its callers and read who they are, and nothing else by that', () => {
    const conditional = statementsOf(roleOf(route)).filter(({ Condition }) => Condition !== undefined);
    const onItems = (actions: readonly string[], names: readonly string[]) => {
      const prefixes = names.map((name) => `${partitionPrefix(itemNamed(name))}*`);
      return {
        Effect: 'Allow',
        Action: actions.toSorted(),
        Resource: TABLE_ARN,
        Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [...new Set(prefixes)] } },
      };
    };
    const statement = (action: string, ...prefixes: string[]) => ({
      Effect: 'Allow',
      Action: `dynamodb:${action}`,
      Resource: TABLE_ARN,
      Condition: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': prefixes } },
    });
    const sorted = conditional.map((each) => ({ ...each, Action: one([...actionsOf(each)].sort()) }));
    expect(sorted).toEqual([
      ...(route.items === undefined ? [] : [onItems(allowed, route.items)]),
      ...(route.access === 'public'
        ? [statement('UpdateItem', 'ADDRESS#*')]
        : [
            statement('UpdateItem', 'LIMIT#*', 'ADDRESS#*'),
            statement('GetItem', 'CRED#*', 'LIMIT#*', 'USER#*'),
          ]),
      ...(route.keeps === undefined ? [] : [onItems([...READ, ...WRITE], route.keeps)]),
    ]);
  });

  test('may write its own log alone', () => {
    const statements = statementsOf(roleOf(route));
    const logs = statements.filter((statement) => actionsOf(statement).some((a) => a.startsWith('logs:')));
    expect(logs.map(({ Resource }) => Resource)).toEqual([
      { 'Fn::GetAtt': [`${pascalCase(id)}Logs`, 'Arn'] },
    ]);
  });
});

describe('over all roles', () => {
  const all = [...roles.keys()].flatMap((role) =>
    statementsOf(role).map((statement) => ({ role, statement })),
  );

  test('no action is a wildcard, and nobody may scan the table or delete it', () => {
    const actions = all.flatMap(({ statement }) => actionsOf(statement));
    expect(actions.filter((action) => action.includes('*'))).toEqual([]);
    expect(actions).not.toContain('dynamodb:Scan');
    expect(actions).not.toContain('dynamodb:DeleteTable');
  });

  test('the only wildcards in resources are the ids of gateway keys', () => {
    const resources = all.flatMap(({ role, statement }) =>
      [statement.Resource].flat().map((resource) => ({ role, text: JSON.stringify(resource) })),
    );
    const wild = resources.filter(({ text }) => text.includes('*'));
    for (const { role, text } of wild) {
      expect(role).toBe('AccountsGatewayKeysRole');
      expect(text).toContain('/apikeys/*"');
    }
  });

  test('only the job that makes gateway keys reaches the control plane, and the API itself is out of its reach', () => {
    const control = all.filter(({ statement }) =>
      actionsOf(statement).some((a) => a.startsWith('apigateway:')),
    );
    expect([...new Set(control.map(({ role }) => role))]).toEqual(['AccountsGatewayKeysRole']);
    expect(JSON.stringify(control)).not.toContain('/restapis');
  });

  test('every function has a role of its own', () => {
    const used = [...propertiesOf(template, 'AWS::Lambda::Function').values()].map(({ Role }) =>
      JSON.stringify(Role),
    );
    expect(new Set(used).size).toBe(used.length);
  });

  test('a job that names its items touches no other, and only who rings may, and knows the queue', () => {
    const prefixes = statementsOf('NotificationsDeliverRole')
      .filter(({ Resource }) => isSame(Resource, TABLE_ARN))
      .map((statement) => [one(actionsOf(statement).toSorted()), statement.Condition]);
    const keys = (...names: string[]) => ({ 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': names } });
    expect(prefixes).toEqual([
      [[...READ, ...WRITE].toSorted(), keys('WEBHOOKS#*', 'DELIVERIES#*')],
      [READ, keys('USER#*')],
    ]);
    const doorbell = { 'Fn::GetAtt': ['Doorbell', 'Arn'] };
    const ringing = all.filter(
      ({ statement }) =>
        [statement.Resource].flat().some((resource) => isSame(resource, doorbell)) &&
        actionsOf(statement).includes('sqs:SendMessage'),
    );
    expect(ringing.map(({ role }) => role)).toEqual(['StatisticsCountRole']);
    const told = [...propertiesOf(template, 'AWS::Lambda::Function')].filter(
      ([, { Environment }]) => at(Environment, 'Variables', 'DOORBELL_QUEUE_URL') !== undefined,
    );
    expect(told.map(([id]) => id)).toEqual(['StatisticsCountFunction']);
  });

  test('a job reads the stream only if the stream starts it', () => {
    for (const job of SAMPLE_JOBS) {
      const actions = statementsOf(`${pascalCase(job.id)}Role`).flatMap(actionsOf);
      expect(actions.includes('dynamodb:GetRecords')).toBe(job.trigger.kind === 'stream');
      expect(actions).toContain('sqs:SendMessage');
    }
  });
});
