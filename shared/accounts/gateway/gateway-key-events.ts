import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';
import { ITEMS, TABLE } from '../../platform/dynamodb/table.ts';

/** As much of a stream's record as says which accounts may need another gateway key. */
export interface ItemImages {
  readonly Keys?: Readonly<Record<string, AttributeValue>>;
  readonly OldImage?: Readonly<Record<string, AttributeValue>>;
  readonly NewImage?: Readonly<Record<string, AttributeValue>>;
}

/** Of a user's item what decides about the gateway key. */
const deciding = z.object({
  id: z.string(),
  plan: z.string(),
  custom_limits: z.optional(z.unknown()),
  suspended_at: z.optional(z.string()),
  api_key_count: z.number(),
  sessions: z.record(z.string(), z.unknown()),
});

const USER_SORT_KEY = ITEMS.user.key({ userId: '' }).sk;

function decisionOf({
  plan,
  custom_limits,
  suspended_at,
  api_key_count,
  sessions,
}: z.infer<typeof deciding>) {
  const hasCredentials = api_key_count > 0 || Object.keys(sessions).length > 0;
  return JSON.stringify([plan, custom_limits, suspended_at === undefined, hasCredentials]);
}

/** The account whose gateway key a change concerns, if any: one whose limits or first or last credential changed. */
export function accountConcerned(change: ItemImages): string | undefined {
  if (change.Keys?.[TABLE.sortKey]?.S !== USER_SORT_KEY) return undefined;
  const [before, after] = [change.OldImage, change.NewImage].map((image) =>
    image === undefined ? undefined : deciding.parse(unmarshall({ ...image })),
  );
  const known = after ?? before;
  if (known === undefined) return undefined;
  const isSame = before !== undefined && after !== undefined && decisionOf(before) === decisionOf(after);
  return isSame ? undefined : known.id;
}
