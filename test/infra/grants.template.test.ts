import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { AUTHORIZER_ENTRY_POINT, listLambdaEntryPoints } from '../../infra/bundle.ts';
import { ITEM_NAMES_BY_FUNCTION } from '../../infra/constructs/functions/items.ts';
import { toPascalCase } from '../../infra/constructs/names.ts';
import { findItemsInCode } from '../../infra/items-in-code.ts';
import type { Route } from '../../shared/platform/contract/route.ts';
import { type ItemName, partitionPatternOf } from '../../shared/platform/dynamodb/table.ts';
import { mcpRoute } from '../../shared/service/contract/mcp.ts';
import { unknownPathRoute } from '../../shared/service/contract/unknown-path.ts';
import { JOBS } from '../../shared/service/jobs.ts';
import { ROUTES } from '../../shared/service/routes.ts';
import { at } from '../support/at.ts';
import { makeTemplate, propertiesOf } from './support/stack.ts';

const statement = z.object({
  Effect: z.string(),
  Action: z.union([z.string(), z.array(z.string())]),
  Resource: z.unknown(),
  Condition: z.unknown().optional(),
});
type Statement = z.infer<typeof statement>;
const policies = z.array(z.object({ PolicyDocument: z.object({ Statement: z.array(statement) }) }));

const template = makeTemplate({ jobs: JOBS });
const roles = propertiesOf(template, 'AWS::IAM::Role');

const READ_ACTIONS = ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query'];
const CONDITION_CHECK = 'dynamodb:ConditionCheckItem';
const WRITE_ACTIONS = [
  'dynamodb:BatchWriteItem',
  'dynamodb:DeleteItem',
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
];
const TABLE_ARN = { 'Fn::GetAtt': ['Table', 'Arn'] };
const STREAM_ARN = { 'Fn::GetAtt': ['Table', 'StreamArn'] };

function statementsOf(roleId: string): readonly Statement[] {
  const own = policies.parse(roles.get(roleId)?.Policies ?? []);
  return own.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
}

const actionsOf = ({ Action }: Statement): readonly string[] =>
  typeof Action === 'string' ? [Action] : Action;

/** A statement about the table, with its actions in order and the patterns of its partition keys. */
interface Grant {
  readonly actions: readonly string[];
  /** Absent if the statement covers the whole table. */
  readonly keys: readonly string[] | undefined;
}

const keyCondition = z.strictObject({
  'ForAllValues:StringLike': z.strictObject({
    'dynamodb:LeadingKeys': z.union([z.string().transform((key) => [key]), z.array(z.string())]),
  }),
});

function grantsOf(roleId: string): readonly Grant[] {
  return statementsOf(roleId)
    .filter(({ Resource }) => isSame(Resource, TABLE_ARN))
    .map((statement) => ({
      actions: actionsOf(statement).toSorted(),
      keys:
        statement.Condition === undefined
          ? undefined
          : keyCondition.parse(statement.Condition)['ForAllValues:StringLike']['dynamodb:LeadingKeys'],
    }));
}

const patterns = (names: readonly ItemName[]) => [...new Set(names.map(partitionPatternOf))].toSorted();

/** Returns the expected IAM statements for the DynamoDB items that the code of a function uses. */
function buildExpectedGrants(
  id: string,
  { table, writes, checksCaller = false }: Pick<Route, 'table' | 'writes' | 'checksCaller'>,
): readonly Grant[] {
  const items = (itemNamesInCode[id] ?? []).filter((name) => !checksCaller || name !== 'credential');
  const keys = patterns(items);
  if (table === 'none') return [];
  if (table === 'read') return [{ actions: READ_ACTIONS, keys }];
  if (writes === undefined)
    return [{ actions: [...READ_ACTIONS, ...WRITE_ACTIONS, CONDITION_CHECK].toSorted(), keys }];
  return [
    { actions: [...READ_ACTIONS, CONDITION_CHECK].toSorted(), keys },
    { actions: WRITE_ACTIONS, keys: patterns(items.filter((name) => writes.includes(name))) },
  ];
}

/**
 * Returns the statements for the shared middleware chain. The chain takes a token from a rate-limit bucket and
 * identifies the caller.
 */
function chainGrants({
  access,
  checksCaller = false,
}: Pick<Route, 'access' | 'checksCaller'>): readonly Grant[] {
  const takes = (keys: readonly string[]) => ({ actions: ['dynamodb:UpdateItem'], keys });
  if (access === 'public') return [takes(['ADDRESS#*'])];
  const actions = checksCaller ? [CONDITION_CHECK, 'dynamodb:GetItem'] : ['dynamodb:GetItem'];
  return [takes(['ADDRESS#*', 'LIMIT#*']), { actions, keys: ['CRED#*', 'LIMIT#*', 'USER#*'] }];
}

let itemNamesInCode: Awaited<ReturnType<typeof findItemsInCode>>;
beforeAll(async () => {
  itemNamesInCode = await findItemsInCode(listLambdaEntryPoints());
});

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
const roleOf = (route: Route) => `${toPascalCase(route.id)}Role`;

describe.each(ROUTES.map((route) => [route.id, route] as const))(
  'the IAM role of the function for %s',
  (id, route) => {
    test('the role may access only the DynamoDB items that its function uses', () => {
      expect(grantsOf(roleOf(route))).toEqual([...buildExpectedGrants(id, route), ...chainGrants(route)]);
      // The function's code uses DynamoDB items unless the route declares `table: 'none'`.
      expect(itemNamesInCode[id]?.length === 0).toBe(route.table === 'none');
      expect(itemNamesInCode[id]).toEqual(expect.arrayContaining([...(route.writes ?? [])]));
      if (route.checksCaller === true) expect(itemNamesInCode[id]).toContain('credential');
    });

    test('the role may write only the log group of its function', () => {
      const statements = statementsOf(roleOf(route));
      const logs = statements.filter((statement) => actionsOf(statement).some((a) => a.startsWith('logs:')));
      expect(logs.map(({ Resource }) => Resource)).toEqual([
        { 'Fn::GetAtt': [`${toPascalCase(id)}Logs`, 'Arn'] },
      ]);
    });
  },
);

test.each(JOBS.map((job) => [job.id, job] as const))(
  'the IAM role of the job %s may access only the DynamoDB items that its code uses',
  (id, job) => {
    const scan = job.permissions === 'scan' ? [{ actions: ['dynamodb:Scan'], keys: undefined }] : [];
    expect(grantsOf(`${toPascalCase(id)}Role`)).toEqual([...buildExpectedGrants(id, job), ...scan]);
  },
);

test('the authorizer, the MCP server and the function for unknown paths may access only the DynamoDB items that they use', () => {
  expect(grantsOf('AccessAuthorizerRole')).toEqual(
    buildExpectedGrants(AUTHORIZER_ENTRY_POINT.id, { table: 'read' }),
  );
  expect(grantsOf('ServiceMcpRole')).toEqual([
    ...buildExpectedGrants(mcpRoute.id, mcpRoute),
    ...chainGrants(mcpRoute),
  ]);
  expect(grantsOf(`${toPascalCase(unknownPathRoute.id)}Role`)).toEqual(chainGrants(unknownPathRoute));
});

const GATEWAY_ROLES = ['AccountsGatewayKeysRole', 'AccountsRepairGatewayKeysRole'];

describe('all IAM roles of the stack', () => {
  const all = [...roles.keys()].flatMap((role) =>
    statementsOf(role).map((statement) => ({ role, statement })),
  );

  test('the generated list of DynamoDB items per function is up to date with the code', () => {
    expect(ITEM_NAMES_BY_FUNCTION, 'run npm run generate').toEqual(itemNamesInCode);
  });

  test('the middleware that all endpoints share uses only the items of credentials, rate limits, users and IP addresses', async () => {
    const { chain = [] } = await findItemsInCode([{ id: 'chain', file: 'shared/http/endpoint.ts' }], {
      chain: true,
    });
    expect(patterns(chain)).toEqual(['ADDRESS#*', 'CRED#*', 'LIMIT#*', 'USER#*']);
  });

  test('only functions that create or send webhooks may read the key that encrypts the webhook secrets', () => {
    const readers = [...roles.keys()].filter((role) =>
      grantsOf(role).some(({ keys }) => keys?.some((key) => key.startsWith('SEALINGKEY'))),
    );
    expect(readers.toSorted()).toEqual([
      'NotificationsCreateWebhookRole',
      'NotificationsDeliverRole',
      'NotificationsRetryDeliveryRole',
      'NotificationsRotateWebhookSecretRole',
      'NotificationsTestWebhookRole',
    ]);
  });

  test('only the endpoints of the accounts capability may write credentials', () => {
    const writers = [...ROUTES, mcpRoute]
      .map(roleOf)
      .filter((role) =>
        grantsOf(role).some(
          ({ actions, keys }) =>
            actions.includes('dynamodb:PutItem') && keys?.some((key) => key.startsWith('CRED#')) === true,
        ),
      );
    expect(writers).toContain('AccountsCreateApiKeyRole');
    expect(writers.filter((role) => !role.startsWith('Accounts'))).toEqual([]);
  });

  test('only the role of the verification job may scan the whole table', () => {
    const unlimited = [...roles.keys()].flatMap((role) =>
      grantsOf(role).flatMap(({ actions, keys }) => (keys === undefined ? [{ role, actions }] : [])),
    );
    expect(unlimited).toEqual([{ role: 'InvestmentsVerifyRole', actions: ['dynamodb:Scan'] }]);
    const others = all.filter(
      ({ statement: { Action, Resource } }) =>
        JSON.stringify(Action).includes('dynamodb:') &&
        ![TABLE_ARN, STREAM_ARN].some((arn) => isSame(Resource, arn)),
    );
    expect(others).toEqual([]);
    const limited = [...roles.keys()].flatMap(grantsOf).filter(({ keys }) => keys !== undefined);
    // No role may have `Scan` with a condition on keys. A scan sends no key, and `ForAllValues` is true for a request
    // without keys. Therefore the condition would not limit the scan.
    expect(limited.filter(({ actions }) => actions.includes('dynamodb:Scan'))).toEqual([]);
  });

  test('the policy of each role fits into the 10,240 bytes that IAM allows', () => {
    for (const { Policies } of roles.values()) {
      const text = JSON.stringify(Policies ?? []).replaceAll(/\s/g, '');
      expect(text.length).toBeLessThan(8_192);
    }
  });

  test('no role allows an action with a wildcard', () => {
    const actions = all.flatMap(({ statement }) => actionsOf(statement));
    expect(actions.filter((action) => action.includes('*'))).toEqual([]);
    expect(actions).not.toContain('dynamodb:DeleteTable');
  });

  test('no resource in a role has a wildcard, except for the ids of gateway keys', () => {
    const resources = all.flatMap(({ role, statement }) =>
      [statement.Resource].flat().map((resource) => ({ role, text: JSON.stringify(resource) })),
    );
    const wild = resources.filter(({ text }) => text.includes('*'));
    for (const { role, text } of wild) {
      expect(GATEWAY_ROLES).toContain(role);
      expect(text).toContain('/apikeys/*"');
    }
  });

  test('only the jobs for gateway keys may call the control plane of API Gateway', () => {
    const control = all.filter(({ statement }) =>
      actionsOf(statement).some((a) => a.startsWith('apigateway:')),
    );
    expect([...new Set(control.map(({ role }) => role))]).toEqual(GATEWAY_ROLES);
    expect(JSON.stringify(control)).not.toContain('/restapis');
  });

  test('every function has a separate role', () => {
    const used = [...propertiesOf(template, 'AWS::Lambda::Function').values()].map(({ Role }) =>
      JSON.stringify(Role),
    );
    expect(new Set(used).size).toBe(used.length);
  });

  test('only a job that sends queue messages may use the delivery queue', () => {
    const sending = JOBS.filter((job) => job.sendsMessages === true).map(({ id }) => toPascalCase(id));
    const deliveryQueue = { 'Fn::GetAtt': ['DeliveryQueue', 'Arn'] };
    const senders = all.filter(
      ({ statement }) =>
        [statement.Resource].flat().some((resource) => isSame(resource, deliveryQueue)) &&
        actionsOf(statement).includes('sqs:SendMessage'),
    );
    expect(senders.map(({ role }) => role)).toEqual(sending.map((id) => `${id}Role`));
    const configured = [...propertiesOf(template, 'AWS::Lambda::Function')].filter(
      ([, { Environment }]) => at(Environment, 'Variables', 'DELIVERY_QUEUE_URL') !== undefined,
    );
    expect(configured.map(([id]) => id)).toEqual(sending.map((id) => `${id}Function`));
  });

  test('a job may read the DynamoDB stream only if the stream triggers the job', () => {
    for (const job of JOBS) {
      const actions = statementsOf(`${toPascalCase(job.id)}Role`).flatMap(actionsOf);
      expect(actions.includes('dynamodb:GetRecords')).toBe(job.trigger.kind === 'stream');
      expect(actions).toContain('sqs:SendMessage');
    }
  });
});
