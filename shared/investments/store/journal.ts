import * as z from 'zod';
import { batchGet } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS, sequenceText } from '../../platform/dynamodb/table.ts';
import type { Write } from '../../platform/dynamodb/transact.ts';
import { type Entry, type OwnerHead, placesOf } from '../domain/booking.ts';
import { entryCodec } from '../domain/codec.ts';
import { blockOf, type Listed, parseBlock } from '../domain/streams.ts';

const block = z.object({ entries: z.array(z.int()) });

function blockKey(ownerId: string, stream: string, number: number) {
  return ITEMS.ledgerStream.key({ owner: ownerId, stream, block: sequenceText(number) });
}

/** Key of an owner's entry by its number. */
export function entryKey(ownerId: string, sequence: number) {
  return ITEMS.ledgerEntry.key({ owner: ownerId, sequence: sequenceText(sequence) });
}

/** Writes that append an entry to the journal and to its streams. `head` is the owner's head with the entry in. */
export function entryWrites(entry: Entry, head: OwnerHead): Write[] {
  const { ownerId, sequence } = entry;
  return [
    {
      Put: {
        Item: { ...entryKey(ownerId, sequence), ...entryCodec.encode(entry) },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    ...placesOf(entry, head).map(({ stream, position, listed }) => {
      const { block: number, offset } = blockOf(position);
      return {
        Update: {
          Key: blockKey(ownerId, stream, number),
          UpdateExpression: 'SET entries = list_append(if_not_exists(entries, :none), :listed)',
          ConditionExpression: offset === 0 ? 'attribute_not_exists(pk)' : 'size(entries) = :numbers',
          ExpressionAttributeValues: {
            ':none': [],
            ':listed': [listed.sequence, listed.atMs],
            ...(offset === 0 ? {} : { ':numbers': 2 * offset }),
          },
        },
      };
    }),
  ];
}

/** Entries by number, in the order asked for. */
export async function readEntries(
  table: Table,
  ownerId: string,
  sequences: readonly number[],
): Promise<Entry[]> {
  const keys = sequences.map((sequence) => entryKey(ownerId, sequence));
  const items = await batchGet(table, keys, { consistent: true });
  const entries = new Map(items.map(entryCodec.decode).map((entry) => [entry.sequence, entry]));
  return sequences.flatMap((sequence) => entries.get(sequence) ?? []);
}

/** What a stream lists at some positions (from 0), in the order asked for; those past its end are left out. */
export async function readPlaces(
  table: Table,
  ownerId: string,
  stream: string,
  positions: readonly number[],
): Promise<Listed[]> {
  const numbers = [...new Set(positions.map((position) => blockOf(position).block))];
  const blocks = await readBlocks(table, ownerId, stream, numbers);
  return positions.flatMap((position) => {
    const { block: number, offset } = blockOf(position);
    return blocks.get(number)?.[offset] ?? [];
  });
}

async function readBlocks(table: Table, ownerId: string, stream: string, numbers: readonly number[]) {
  const keys = numbers.map((number) => blockKey(ownerId, stream, number));
  const items = await batchGet(table, keys, { consistent: true });
  const prefix = ITEMS.ledgerStream.key({ owner: ownerId, stream, block: '' }).sk;
  return new Map(
    items.map((item) => [
      Number(String(item.sk).slice(prefix.length)),
      parseBlock(block.parse(item).entries),
    ]),
  );
}
