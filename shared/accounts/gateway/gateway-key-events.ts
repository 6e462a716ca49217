import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';
import { ITEMS, TABLE } from '../../platform/dynamodb/table.ts';

/** The part of a DynamoDB stream record that shows whether an account's gateway key must change. */
export interface ItemImages {
  readonly Keys?: Readonly<Record<string, AttributeValue>>;
  readonly OldImage?: Readonly<Record<string, AttributeValue>>;
  readonly NewImage?: Readonly<Record<string, AttributeValue>>;
}

/** The fields of a user's item that determine the account's gateway key. */
const gatewayKeyFieldsSchema = z.object({
  id: z.string(),
  plan: z.string(),
  custom_limits: z.optional(z.unknown()),
  suspended_at: z.optional(z.string()),
  api_key_count: z.number(),
  sessions: z.record(z.string(), z.unknown()),
});

const USER_SORT_KEY = ITEMS.user.key({ userId: '' }).sk;

function gatewayKeyStateOf({
  plan,
  custom_limits,
  suspended_at,
  api_key_count,
  sessions,
}: z.infer<typeof gatewayKeyFieldsSchema>) {
  const hasCredentials = api_key_count > 0 || Object.keys(sessions).length > 0;
  return JSON.stringify([plan, custom_limits, suspended_at === undefined, hasCredentials]);
}

/**
 * Returns the account of a changed user if the change can affect the account's gateway key. This is the case, for
 * example, after a suspension or a change of the plan. Returns undefined for other changes.
 */
export function findAccountWithKeyChange(change: ItemImages): string | undefined {
  if (change.Keys?.[TABLE.sortKey]?.S !== USER_SORT_KEY) return undefined;
  const [credentialBefore, credentialAfter] = [change.OldImage, change.NewImage].map((image) =>
    image === undefined ? undefined : gatewayKeyFieldsSchema.parse(unmarshall({ ...image })),
  );
  const credential = credentialAfter ?? credentialBefore;
  if (credential === undefined) return undefined;
  const isKeyStateUnchanged =
    credentialBefore !== undefined &&
    credentialAfter !== undefined &&
    gatewayKeyStateOf(credentialBefore) === gatewayKeyStateOf(credentialAfter);
  return isKeyStateUnchanged ? undefined : credential.id;
}
