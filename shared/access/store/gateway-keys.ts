import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { assignmentUpdate } from '../../platform/dynamodb/assignment.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { queryAll } from '../../platform/dynamodb/query-all.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import { type GatewayPlan, type GatewayPlans, gatewayPlan } from '../domain/gateway-plan.ts';
import { updateIf } from './bucket-update.ts';

/** What is known of an account's keys at the gateway. */
const gatewayKeyItem = z.object({
  /** The key's value, an opaque text; its id there; its usage plan; and since when it is in that plan. */
  key: z.optional(z.string()),
  key_id: z.optional(z.string()),
  plan_id: z.optional(z.string()),
  ready_millis: z.optional(z.number()),
  /** A former key, which cached answers of the authorizer may name for a while. */
  retired_id: z.optional(z.string()),
  retired_millis: z.optional(z.number()),
  /** Raised by every change. */
  version: z.number(),
});
export type GatewayKey = z.infer<typeof gatewayKeyItem>;

const NONE: GatewayKey = { version: 0 };

/** The account's gateway key; of version 0 where none was ever made. */
export async function getGatewayKey(table: Table, account: string): Promise<GatewayKey> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: ITEMS.gatewayKey.key({ account }), ConsistentRead: true }),
  );
  return Item === undefined ? NONE : gatewayKeyItem.parse(Item);
}

/** Replaces the stored gateway keys of the account. Returns false when another request has changed them meanwhile. */
export async function setGatewayKey(
  table: Table,
  account: string,
  before: GatewayKey,
  after: Omit<GatewayKey, 'version'>,
): Promise<boolean> {
  const gone = Object.fromEntries(Object.keys(before).map((name) => [name, undefined]));
  const unchanged =
    before.version === 0
      ? { condition: 'attribute_not_exists(pk)' }
      : { condition: '#version = :before', values: { ':before': before.version } };
  const { held } = await updateIf(table, {
    Key: ITEMS.gatewayKey.key({ account }),
    ...assignmentUpdate({ ...gone, ...after, version: before.version + 1 }, unchanged),
  });
  return held;
}

const currentPlans = z.object({ api_id: z.string(), plans: z.array(gatewayPlan) });

/** Usage plans that keys of this API may be in; none before its jobs have said so. */
export async function getCurrentPlans(table: Table, apiId: string): Promise<readonly GatewayPlan[]> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: ITEMS.gatewayPlans.key({ apiId }) }),
  );
  return Item === undefined ? [] : currentPlans.parse(Item).plans;
}

/** Says which plans keys of an API may be in. */
export async function putCurrentPlans(table: Table, { apiId, plans }: GatewayPlans): Promise<void> {
  await table.client.send(
    new PutCommand({
      TableName: table.name,
      Item: { ...ITEMS.gatewayPlans.key({ apiId }), api_id: apiId, plans },
    }),
  );
}

/** What every deployed API's jobs have said. */
export async function listCurrentPlans(table: Table): Promise<GatewayPlans[]> {
  const items = await queryAll(table, ITEMS.gatewayPlans.key({ apiId: '' }));
  return items.map((item) => {
    const { api_id: apiId, plans } = currentPlans.parse(item);
    return { apiId, plans };
  });
}
