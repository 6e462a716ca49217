import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { type BatchOptions, batchGet, batchPut, type Item } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import type { Write } from '../../platform/dynamodb/transact.ts';
import { plainFields } from '../contract/plain-fields.ts';
import type { StrategyRecord } from '../contract/strategy-record.ts';
import { OUTLOOK_FIELDS, outlookFromText, outlookToText, riskFromText, riskToText } from './record-texts.ts';

/**
 * A record as its item holds it. The risk and the outlook are kept as texts, without the names of their fields: nobody
 * reads their parts in the database, and as nested attributes they would take longer to write than all the rest. Keys
 * and housekeeping attributes are no part of the record. Marked, each call of its own, so that bundles can leave it out.
 */
const storedStrategy = /* @__PURE__ */ z.pipe(
  /* @__PURE__ */ z.extend(plainFields, {
    risk: /* @__PURE__ */ z.string(),
    outlook: /* @__PURE__ */ z.string(),
  }),
  /* @__PURE__ */ z.transform(withOutlook),
);

type StoredFields = Omit<StrategyRecord, (typeof OUTLOOK_FIELDS)[number] | 'risk'> & {
  readonly risk: string;
  readonly outlook: string;
};

function withOutlook({ outlook, risk, ...fields }: StoredFields): StrategyRecord {
  const record = { ...fields, ...outlookFromText(outlook) };
  return { ...record, risk: riskFromText(risk, record) };
}

/** A strategy by id, listed or not: half a read unit, twice that for a consistent read. Undefined when there is none. */
export async function getStrategy(
  table: Table,
  id: string,
  { consistent = false }: { readonly consistent?: boolean } = {},
): Promise<StrategyRecord | undefined> {
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: ITEMS.strategy.key({ id }), ConsistentRead: consistent }),
  );
  return item === undefined ? undefined : storedStrategy.parse(item);
}

/** Strategies by id, in batches of 100; missing ones are left out of the map. */
export async function getStrategies(
  table: Table,
  ids: Iterable<string>,
  options: BatchOptions = {},
): Promise<Map<string, StrategyRecord>> {
  const keys = [...new Set(ids)].map((id) => ITEMS.strategy.key({ id }));
  const records = (await batchGet(table, keys, options)).map((item) => storedStrategy.parse(item));
  return new Map(records.map((record) => [record.id, record]));
}

/** Puts strategies, in batches of 25, each replacing the whole record. */
export async function putStrategies(
  table: Table,
  records: Iterable<StrategyRecord> | AsyncIterable<StrategyRecord>,
  options: BatchOptions = {},
): Promise<void> {
  await batchPut(table, toItems(records), options);
}

/** The write of another status alone; it fails when the status is no longer `from`. */
export function statusWrite(
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

async function* toItems(
  records: Iterable<StrategyRecord> | AsyncIterable<StrategyRecord>,
): AsyncGenerator<Item> {
  for await (const record of records) {
    yield itemOf(record);
  }
}

function itemOf(record: StrategyRecord): Item {
  const fields: Record<string, unknown> = { ...record };
  for (const name of OUTLOOK_FIELDS) delete fields[name];
  return {
    ...ITEMS.strategy.key({ id: record.id }),
    ...fields,
    risk: riskToText(record),
    outlook: outlookToText(record),
  };
}
