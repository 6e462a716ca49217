import type { Key } from './batch.ts';
import { TABLE } from './table.ts';
import type { Write } from './transact.ts';

/** An amount to add to a numeric attribute of an item. A missing attribute is treated as 0. */
export interface Increment {
  readonly key: Key;
  readonly attribute: string;
  readonly amount: number | bigint;
  /** Time in epoch seconds after which the item may be deleted. */
  readonly ttl?: number;
}

interface MergedIncrements {
  readonly key: Key;
  readonly amounts: Map<string, bigint>;
  ttl: number | undefined;
}

function mergeIncrementsByItem(increments: readonly Increment[]): MergedIncrements[] {
  const items = new Map<string, MergedIncrements>();
  for (const { key, attribute, amount, ttl } of increments) {
    const id = `${key.pk}\n${key.sk}`;
    const item = items.get(id) ?? { key, amounts: new Map<string, bigint>(), ttl: undefined };
    item.amounts.set(attribute, (item.amounts.get(attribute) ?? 0n) + BigInt(amount));
    if (ttl !== undefined) item.ttl = Math.max(item.ttl ?? 0, ttl);
    items.set(id, item);
  }
  return [...items.values()];
}

/**
 * Converts increments to the updates of a DynamoDB transaction. Increments of the same item become one update,
 * because a transaction may contain each item only once.
 */
export function buildIncrementUpdates(increments: readonly Increment[]): Write[] {
  return mergeIncrementsByItem(increments).flatMap(({ key, amounts, ttl }) => {
    const changes = [...amounts].filter(([, amount]) => amount !== 0n);
    if (changes.length === 0) return [];
    const attributeNames: Record<string, string> = {};
    const values: Record<string, bigint | number> = {};
    const incrementTerms = changes.map(([attribute, amount], index) => {
      attributeNames[`#a${index}`] = attribute;
      values[`:a${index}`] = amount;
      return `#a${index} :a${index}`;
    });
    if (ttl !== undefined) {
      attributeNames['#ttl'] = TABLE.ttlAttribute;
      values[':ttl'] = ttl;
    }
    return [
      {
        Update: {
          Key: { ...key },
          UpdateExpression: `${ttl === undefined ? '' : 'SET #ttl = :ttl '}ADD ${incrementTerms.join(', ')}`,
          ExpressionAttributeNames: attributeNames,
          ExpressionAttributeValues: values,
        },
      },
    ];
  });
}
