import { YieldApiError } from './errors.ts';
import type { Client } from './generated/types.ts';

/** An account that signs texts (`personal_sign`). viem's accounts and wallet clients have this method. */
export interface MessageSigner {
  readonly address: string;
  signMessage(parameters: { message: string }): Promise<string>;
}

/** A wallet provider (EIP-1193). */
export interface WalletProvider {
  request(call: { method: string; params?: readonly unknown[] }): Promise<unknown>;
}

/** Encodes a text as hexadecimal UTF-8 bytes, as EIP-1193 wallets require. */
function encodeHex(text: string): string {
  const hexBytes = Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0'));
  return `0x${hexBytes.join('')}`;
}

/** Returns a signer for the account that the user chooses in a wallet. */
export async function createSigner(provider: WalletProvider): Promise<MessageSigner> {
  const walletAccounts = await provider.request({ method: 'eth_requestAccounts' });
  const address: unknown = Array.isArray(walletAccounts) ? walletAccounts[0] : undefined;
  if (typeof address !== 'string') throw new Error('The wallet gave no account');
  return {
    address,
    signMessage: async ({ message }) => {
      const signature = await provider.request({
        method: 'personal_sign',
        params: [encodeHex(message), address],
      });
      if (typeof signature !== 'string') throw new Error('The wallet gave no signature');
      return signature;
    },
  };
}

/**
 * Proves that the account controls a connected wallet. Requests the connection's challenge, lets the wallet sign it,
 * and sends the signature. An end user can safely sign the message on the site of the account, because nobody can sign
 * in with it.
 * @throws YieldApiError wallet_connection_not_found or proof_refused, and errors of the signer
 */
export async function proveWallet(
  client: Client,
  connectionId: string,
  signer: MessageSigner,
  { chainId }: Pick<SignInOptions, 'chainId'> = {},
) {
  const challenge = await client.accounts.challenge({
    wallet_address: signer.address,
    connection_id: connectionId,
    ...(chainId === undefined ? {} : { chain_id: chainId }),
  });
  const { message } = challenge.data;
  const signature = await signer.signMessage({ message });
  const { data } = await client.accounts.proveWallet({ id: connectionId, message, signature });
  return data;
}

export interface SignInOptions {
  /**
   * The current chain of the wallet (EIP-155 id). Default: 1 (Ethereum). The service verifies the signature of a
   * contract wallet on this chain.
   */
  readonly chainId?: number | undefined;
  /** The wallet's name (EIP-6963), which the list of sessions shows. */
  readonly walletApp?: string | undefined;
}

/**
 * Signs in with Ethereum: requests a challenge, has the wallet sign it, and returns the session. Use the session's
 * `token` as a client's credential. The API returns the token only once.
 *
 * @throws YieldApiError sign_in_refused, and errors of the signer, for example when the user declines
 */
export async function signIn(
  client: Client,
  signer: MessageSigner,
  { chainId, walletApp }: SignInOptions = {},
) {
  const challenge = await client.accounts.challenge({
    wallet_address: signer.address,
    ...(chainId === undefined ? {} : { chain_id: chainId }),
  });
  const { message } = challenge.data;
  const { data } = await client.accounts.login({
    message,
    signature: await signer.signMessage({ message }),
    ...(walletApp === undefined ? {} : { wallet_app: walletApp }),
  });
  return data;
}

/**
 * Ends the client's session. A session that has already ended causes no error, because the response to an earlier
 * attempt may have been lost.
 *
 * @throws YieldApiError for any error status except 401
 */
export async function signOut(client: Client): Promise<void> {
  try {
    await client.accounts.logout();
  } catch (error) {
    if (!(error instanceof YieldApiError) || error.status !== 401) throw error;
  }
}
