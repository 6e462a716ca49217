import { gunzipSync, gzipSync } from 'node:zlib';
import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Table } from '../../platform/dynamodb/client.ts';
import { queryAll } from '../../platform/dynamodb/query-all.ts';
import { formatSequence, ITEMS } from '../../platform/dynamodb/table.ts';
import { bigintTextSchema } from '../domain/encoding/big-text.ts';
import type { Holdings } from '../domain/holdings.ts';
import type { ReportState, ReportSubject } from '../domain/reports/position-replay.ts';

/**
 * An owner's positions after one journal entry. Reports continue from these positions instead of reading the
 * whole journal.
 */
export interface PastPositions {
  /** The owner had these positions after the journal entry with this number and time (epoch milliseconds). */
  readonly sequence: number;
  readonly atMs: number;
  readonly positions: readonly { readonly subject: ReportSubject; readonly state: ReportState<Holdings> }[];
}

/** Size limit of the packed positions in bytes, so that they fit in one DynamoDB item. */
const PACKED_BYTES_MAX = 350_000;

const pastPositionsItemSchema = z.object({
  sequence: z.int(),
  at_ms: z.int(),
  positions: z.instanceof(Uint8Array),
});
const holdingSchema = z.object({
  shares: bigintTextSchema,
  principal: bigintTextSchema,
  accrued: bigintTextSchema,
  index: bigintTextSchema,
  deposited: bigintTextSchema,
  withdrawn: bigintTextSchema,
});
const positionsSchema = z.array(
  z.object({
    subject: z.object({
      settlement: z.literal('sandbox'),
      userId: z.nullable(z.string()),
      investmentId: z.string(),
      strategyId: z.string(),
      chain: z.string(),
      asset: z.string(),
      decimals: z.int(),
      wallet: z.nullable(z.string()),
    }),
    state: z.object({
      holding: holdingSchema,
      lastAtMs: z.int(),
      deposited: bigintTextSchema,
      withdrawn: bigintTextSchema,
      cost: bigintTextSchema,
      realized: bigintTextSchema,
      costUsd: z.nullable(z.number()),
      realizedUsd: z.nullable(z.number()),
    }),
  }),
);

function encodePositions(positions: PastPositions['positions']): Uint8Array {
  const serializablePositions = positions.map(({ subject, state }) => ({
    subject,
    state: { ...state, costUsd: state.costUsd ?? null, realizedUsd: state.realizedUsd ?? null },
  }));
  return gzipSync(
    JSON.stringify(serializablePositions, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    ),
  );
}

function decodePastPositions(storedItem: unknown): PastPositions {
  const { sequence, at_ms: atMs, positions: packedPositions } = pastPositionsItemSchema.parse(storedItem);
  const positions = positionsSchema.parse(JSON.parse(gunzipSync(packedPositions).toString()));
  return {
    sequence,
    atMs,
    positions: positions.map(({ subject, state }) => ({
      subject,
      state: {
        ...state,
        costUsd: state.costUsd ?? undefined,
        realizedUsd: state.realizedUsd ?? undefined,
      },
    })),
  };
}

const pastPositionsKeyOf = (owner: string, atMs: number, sequence: number) =>
  ITEMS.ledgerStandings.key({ owner, at: formatSequence(atMs), sequence: formatSequence(sequence) });

/** Returns the latest stored positions of an owner before a moment. Undefined if there are none. */
export async function readPastPositions(
  table: Table,
  owner: string,
  momentMs: number,
): Promise<PastPositions | undefined> {
  const { pk, sk } = pastPositionsKeyOf(owner, Math.max(0, momentMs), 0);
  const { Items: [latestItem] = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk AND sk < :sk',
      ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
      ScanIndexForward: false,
      Limit: 1,
      ConsistentRead: true,
    }),
  );
  return latestItem === undefined ? undefined : decodePastPositions(latestItem);
}

/** Returns all stored past states of an owner's positions, in order of time. */
export async function readAllPastPositions(table: Table, owner: string): Promise<PastPositions[]> {
  const { pk } = pastPositionsKeyOf(owner, 0, 0);
  return (await queryAll(table, { pk, sk: '' })).map(decodePastPositions);
}

/** Stores the positions after a journal entry. Needs no condition, because concurrent calls write the same values. */
export async function putPastPositions(
  table: Table,
  owner: string,
  { sequence, atMs, positions }: PastPositions,
): Promise<void> {
  const packedPositions = encodePositions(positions);
  if (packedPositions.byteLength > PACKED_BYTES_MAX) return;
  const Item = {
    ...pastPositionsKeyOf(owner, atMs, sequence),
    sequence,
    at_ms: atMs,
    positions: packedPositions,
  };
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
}
