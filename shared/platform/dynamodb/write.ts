import { ConditionalCheckFailedException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  type DeleteCommandInput,
  PutCommand,
  type PutCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { retry } from '../retry.ts';
import type { Item } from './batch.ts';
import type { Table } from './client.ts';
import { CONFLICT_RETRY_POLICY } from './transact.ts';

/** A write of one item outside a transaction. The name of the table is added later. */
export type SingleWrite =
  | { readonly Put: Omit<PutCommandInput, 'TableName'> }
  | { readonly Update: Omit<UpdateCommandInput, 'TableName'> }
  | { readonly Delete: Omit<DeleteCommandInput, 'TableName'> };

function send({ client, name: TableName }: Table, write: SingleWrite) {
  if ('Put' in write) return client.send(new PutCommand({ TableName, ...write.Put }));
  if ('Update' in write) return client.send(new UpdateCommand({ TableName, ...write.Update }));
  return client.send(new DeleteCommand({ TableName, ...write.Delete }));
}

const WRITE_RETRY_POLICY = {
  ...CONFLICT_RETRY_POLICY,
  isRetryable: (error: unknown) => error instanceof TransactionConflictException,
};

/**
 * Writes one item. Retries while a transaction on the same item is in progress.
 *
 * @returns the attributes that `ReturnValues` requests
 * @throws ConditionalCheckFailedException if the write's condition does not hold
 */
export async function write(table: Table, singleWrite: SingleWrite): Promise<Item | undefined> {
  const { Attributes } = await retry(WRITE_RETRY_POLICY, () => send(table, singleWrite));
  return Attributes;
}

/** Writes one item if the write's condition holds. Otherwise changes nothing and returns false. */
export async function writeIf(table: Table, singleWrite: SingleWrite): Promise<boolean> {
  try {
    await write(table, singleWrite);
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}
