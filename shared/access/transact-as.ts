import { ApiError } from '../platform/contract/errors.ts';
import { CREDENTIAL_MESSAGES } from '../platform/contract/headers.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { type TransactResult, transactIf, type Write } from '../platform/dynamodb/transact.ts';
import type { Principal } from '../platform/request.ts';
import { buildActiveCredentialCheck } from './store/credential-writes.ts';

/**
 * Runs `transactIf` with one more condition: the caller's credential must be active. This check is needed because
 * the credential may have been revoked after the request was admitted.
 * @throws ApiError unauthorized if the credential was revoked in the meantime
 */
export async function transactAs(
  table: Table,
  { credentialHash }: Principal,
  writes: readonly Write[],
): Promise<TransactResult> {
  const result = await transactIf(table, [...writes, buildActiveCredentialCheck(credentialHash)]);
  if (result.committed || !result.failedWriteIndexes.includes(writes.length)) return result;
  throw new ApiError('unauthorized', { message: CREDENTIAL_MESSAGES.unusable });
}
