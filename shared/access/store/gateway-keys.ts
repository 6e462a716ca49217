import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { buildAssignmentUpdate } from '../../platform/dynamodb/assignment.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { queryAll } from '../../platform/dynamodb/query-all.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import { type GatewayPlan, type GatewayPlans, gatewayPlanSchema } from '../domain/gateway-plan.ts';
import { updateIf } from './bucket-update.ts';

/** The stored gateway keys of an account. */
const gatewayKeyItemSchema = z.object({
  /**
   * The current gateway key: its value, its id, its usage plan, and the time at which it was added to this
   * plan.
   */
  key: z.optional(z.string()),
  key_id: z.optional(z.string()),
  plan_id: z.optional(z.string()),
  ready_millis: z.optional(z.number()),
  /** The previous key. Cached results of the authorizer may still contain it. */
  retired_id: z.optional(z.string()),
  retired_millis: z.optional(z.number()),
  /** Version of the item. Every change increases it. */
  version: z.number(),
});
export type GatewayKey = z.infer<typeof gatewayKeyItemSchema>;

const NO_GATEWAY_KEY: GatewayKey = { version: 0 };

/** Returns the account's current and previous gateway key. The version is 0 if the account never had a key. */
export async function getGatewayKey(table: Table, account: string): Promise<GatewayKey> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: ITEMS.gatewayKey.key({ account }), ConsistentRead: true }),
  );
  return Item === undefined ? NO_GATEWAY_KEY : gatewayKeyItemSchema.parse(Item);
}

/**
 * Replaces the stored gateway keys of the account. Returns false if another request has changed them in the
 * meantime.
 */
export async function setGatewayKey(
  table: Table,
  account: string,
  gatewayKeyBefore: GatewayKey,
  gatewayKeyAfter: Omit<GatewayKey, 'version'>,
): Promise<boolean> {
  const clearedFields = Object.fromEntries(Object.keys(gatewayKeyBefore).map((name) => [name, undefined]));
  const unchangedCondition =
    gatewayKeyBefore.version === 0
      ? { condition: 'attribute_not_exists(pk)' }
      : { condition: '#version = :before', values: { ':before': gatewayKeyBefore.version } };
  const { isConditionMet } = await updateIf(table, {
    Key: ITEMS.gatewayKey.key({ account }),
    ...buildAssignmentUpdate(
      { ...clearedFields, ...gatewayKeyAfter, version: gatewayKeyBefore.version + 1 },
      unchangedCondition,
    ),
  });
  return isConditionMet;
}

const currentPlansSchema = z.object({ api_id: z.string(), plans: z.array(gatewayPlanSchema) });

/** Returns the current usage plans of this API. Returns an empty list if no job has stored them yet. */
export async function getCurrentGatewayPlans(table: Table, apiId: string): Promise<readonly GatewayPlan[]> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: ITEMS.gatewayPlans.key({ apiId }) }),
  );
  return Item === undefined ? [] : currentPlansSchema.parse(Item).plans;
}

export async function putCurrentPlans(table: Table, { apiId, plans }: GatewayPlans): Promise<void> {
  await table.client.send(
    new PutCommand({
      TableName: table.name,
      Item: { ...ITEMS.gatewayPlans.key({ apiId }), api_id: apiId, plans },
    }),
  );
}

/** Returns the current usage plans of every deployed API. */
export async function listGatewayPlans(table: Table): Promise<GatewayPlans[]> {
  const items = await queryAll(table, ITEMS.gatewayPlans.key({ apiId: '' }));
  return items.map((item) => {
    const { api_id: apiId, plans } = currentPlansSchema.parse(item);
    return { apiId, plans };
  });
}
