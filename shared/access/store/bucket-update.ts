import type { ReturnValue } from '@aws-sdk/client-dynamodb';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Table } from '../../platform/dynamodb/client.ts';

export type Attributes = Readonly<Record<string, unknown>>;

/**
 * One conditional update whose answer is the item either way: as it is now when the condition held, as it was when it
 * failed (`undefined` where there is none). So that neither outcome needs a read. It is given up after `patienceMillis`
 * where the client itself would wait longer.
 */
export async function updateIf(
  table: Table,
  input: Omit<UpdateCommandInput, 'TableName' | 'ReturnValues' | 'ReturnValuesOnConditionCheckFailure'>,
  patienceMillis?: number,
): Promise<{ readonly held: boolean; readonly item: Attributes | undefined }> {
  const returned: { ReturnValues: ReturnValue; ReturnValuesOnConditionCheckFailure: 'ALL_OLD' } = {
    ReturnValues: 'ALL_NEW',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  };
  try {
    const { Attributes } = await table.client.send(
      new UpdateCommand({ TableName: table.name, ...input, ...returned }),
      patienceMillis === undefined ? {} : { abortSignal: AbortSignal.timeout(patienceMillis) },
    );
    return { held: true, item: Attributes };
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return { held: false, item: error.Item === undefined ? undefined : unmarshall(error.Item) };
  }
}
