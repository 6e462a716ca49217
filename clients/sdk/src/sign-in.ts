import type { Client } from './generated/types.ts';

/** Signs a text as an account does (`personal_sign`): viem's accounts and wallet clients have such a method. */
export interface MessageSigner {
  readonly address: string;
  signMessage(parameters: { message: string }): Promise<string>;
}

/** A wallet as a page finds it (EIP-1193). */
export interface WalletProvider {
  request(call: { method: string; params?: readonly unknown[] }): Promise<unknown>;
}

/** The text as wallets take it over EIP-1193: hexadecimal digits of its UTF-8 bytes. */
function hexOf(text: string): string {
  const digits = Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0'));
  return `0x${digits.join('')}`;
}

/** A wallet of the page as a signer, for the account that its user chooses. */
export async function signerOf(provider: WalletProvider): Promise<MessageSigner> {
  const accounts = await provider.request({ method: 'eth_requestAccounts' });
  const address: unknown = Array.isArray(accounts) ? accounts[0] : undefined;
  if (typeof address !== 'string') throw new Error('The wallet gave no account');
  return {
    address,
    signMessage: async ({ message }) => {
      const signature = await provider.request({
        method: 'personal_sign',
        params: [hexOf(message), address],
      });
      if (typeof signature !== 'string') throw new Error('The wallet gave no signature');
      return signature;
    },
  };
}

/** What is known of a wallet beside its address. */
export interface SignInOptions {
  /** The chain that it is on (EIP-155 id): wallets that are contracts are asked there. The main one unless told. */
  readonly chainId?: number | undefined;
  /** Its name, as wallets announce it (EIP-6963), for the list of sessions. */
  readonly walletApp?: string | undefined;
}

/**
 * Signs in with Ethereum: asks for a challenge, has it signed, and gives the session. Use its `token` as the
 * credential of a client; it is shown this once.
 *
 * @throws YieldApiError sign_in_refused, and whatever the signer throws when its user declines
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
