import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { type BatchOptions, batchGet, batchPut, type Item } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import type { Write } from '../../platform/dynamodb/transact.ts';
import { directlyStoredFields } from '../contract/plain-fields.ts';
import type { StrategyRecord } from '../contract/strategy-record.ts';
import { OUTLOOK_FIELDS, outlookFromText, outlookToText, riskFromText, riskToText } from './record-texts.ts';

/**
 * Converts a stored item to a record. The risk and the outlook are stored as JSON texts, because no query reads their
 * fields.
 */
const storedStrategySchema = /* @__PURE__ */ z.pipe(
  /* @__PURE__ */ z.extend(directlyStoredFields, {
    risk: /* @__PURE__ */ z.string(),
    outlook: /* @__PURE__ */ z.string(),
  }),
  /* @__PURE__ */ z.transform(parseStoredStrategyFields),
);

type StoredStrategyFields = Omit<StrategyRecord, (typeof OUTLOOK_FIELDS)[number] | 'risk'> & {
  readonly risk: string;
  readonly outlook: string;
};

function parseStoredStrategyFields({ outlook, risk, ...fields }: StoredStrategyFields): StrategyRecord {
  const record = { ...fields, ...outlookFromText(outlook) };
  return { ...record, risk: riskFromText(risk, record) };
}

/** Returns a strategy by id, listed or not. */
export async function getStrategy(
  table: Table,
  id: string,
  { consistent = false }: { readonly consistent?: boolean } = {},
): Promise<StrategyRecord | undefined> {
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: ITEMS.strategy.key({ id }), ConsistentRead: consistent }),
  );
  return item === undefined ? undefined : storedStrategySchema.parse(item);
}

/** Returns strategies by id. The map does not contain ids of strategies that do not exist. */
export async function getStrategies(
  table: Table,
  ids: Iterable<string>,
  options: BatchOptions = {},
): Promise<Map<string, StrategyRecord>> {
  const keys = [...new Set(ids)].map((id) => ITEMS.strategy.key({ id }));
  const records = (await batchGet(table, keys, options)).map((item) => storedStrategySchema.parse(item));
  return new Map(records.map((record) => [record.id, record]));
}

/** Stores strategies. Each write replaces the whole record. */
export async function putStrategies(
  table: Table,
  records: Iterable<StrategyRecord> | AsyncIterable<StrategyRecord>,
  options: BatchOptions = {},
): Promise<void> {
  await batchPut(table, toStrategyItems(records), options);
}

/** Returns a write that changes only the status. The write fails if the current status is not `from`. */
export function buildStrategyStatusWrite(
  id: string,
  { from, to }: Readonly<Record<'from' | 'to', StrategyRecord['status']>>,
): Write {
  return {
    Update: {
      Key: ITEMS.strategy.key({ id }),
      UpdateExpression: 'SET #status = :to',
      ConditionExpression: '#status = :from',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':from': from, ':to': to },
    },
  };
}

async function* toStrategyItems(
  records: Iterable<StrategyRecord> | AsyncIterable<StrategyRecord>,
): AsyncGenerator<Item> {
  for await (const record of records) {
    yield strategyItemOf(record);
  }
}

function strategyItemOf(record: StrategyRecord): Item {
  const fields: Record<string, unknown> = { ...record };
  for (const name of OUTLOOK_FIELDS) delete fields[name];
  return {
    ...ITEMS.strategy.key({ id: record.id }),
    ...fields,
    risk: riskToText(record),
    outlook: outlookToText(record),
  };
}
