import { ApiError } from '../platform/contract/errors.ts';
import { CREDENTIAL_MESSAGES } from '../platform/contract/headers.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { type TransactResult, transactIf, type Write } from '../platform/dynamodb/transact.ts';
import type { Principal } from '../platform/request.ts';
import { requireActive } from './store/credential-writes.ts';

/**
 * As `transactIf`, on the further condition that the caller's credential is active. Because a request is admitted before
 * it writes, its credential may be revoked in between. Two write units more.
 *
 * @throws ApiError unauthorized where the credential was revoked since the request was admitted
 */
export async function transactAs(
  table: Table,
  { credentialHash }: Principal,
  writes: readonly Write[],
): Promise<TransactResult> {
  const result = await transactIf(table, [...writes, requireActive(credentialHash)]);
  if (result.held || !result.failed.includes(writes.length)) return result;
  throw new ApiError('unauthorized', { message: CREDENTIAL_MESSAGES.unusable });
}
