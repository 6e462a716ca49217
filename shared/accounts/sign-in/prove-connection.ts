import { ApiError } from '../../platform/contract/errors.ts';
import type { AuditedCaller } from '../../wallets/connections.ts';
import { markConnectionProven, requireOwnConnection } from '../../wallets/prove-connection.ts';
import type { Accounts } from '../credentials.ts';
import { buildWalletProofPurpose } from '../domain/message-purposes.ts';
import type { WalletProofSettings } from './sign-in-settings.ts';
import { proveWallet, type SignedMessage } from './wallet-proof.ts';

/**
 * Marks one of the caller's wallet connections as proven. The wallet must have signed a message for this
 * account and this connection. A sign-in message is rejected.
 * @throws ApiError wallet_connection_not_found, proof_refused, rate_limit_exceeded
 */
export async function proveConnectedWallet(
  accountsContext: Accounts,
  settings: WalletProofSettings,
  id: string,
  signedMessage: SignedMessage,
  caller: AuditedCaller,
) {
  const connection = await requireOwnConnection(accountsContext.table, id, caller);
  const proofIds = { accountId: connection.owner, connectionId: connection.id };
  const purpose = buildWalletProofPurpose(settings.uri, proofIds);
  try {
    const { chainId } = await proveWallet(accountsContext, settings, signedMessage, purpose, caller.now);
    return await markConnectionProven(accountsContext.table, id, chainId ?? null, caller);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'sign_in_refused') throw error;
    const { details = {} } = error;
    const message = error.message.replace('Sign-in refused', 'Proof refused');
    throw new ApiError('proof_refused', { message, details, cause: error });
  }
}
