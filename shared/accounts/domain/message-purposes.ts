/**
 * What a signed message is for. Each purpose has its own URI, statement and resources, and its nonces are signed for it
 * alone, so a message of one purpose is rejected for every other. The wallet's user can trust what the statement says.
 */
export interface MessagePurpose {
  /** The part of the nonce's signature that names the purpose. */
  readonly nonce: string;
  /** The `URI` field of EIP-4361. */
  readonly uri: string;
  readonly statement: string;
  readonly resources: readonly string[] | undefined;
}

/** The purpose of a sign-in at the page `uri`. */
export function signInPurpose({ uri }: { readonly uri: string }): MessagePurpose {
  return {
    nonce: 'sign-in',
    uri,
    statement: 'Sign in to the yield platform.',
    resources: undefined,
  };
}

/**
 * The purpose of proving a connected wallet to an account. The wallet's user reads in the statement that the message
 * does not sign them in.
 *
 * @param uri the sign-in page; its origin is used
 */
export function walletProofPurpose(
  { uri }: { readonly uri: string },
  { accountId, connectionId }: { readonly accountId: string; readonly connectionId: string },
): MessagePurpose {
  return {
    nonce: `wallet-proof ${accountId} ${connectionId}`,
    uri: `${new URL(uri).origin}/wallet/connections/${connectionId}/proof`,
    statement: `Prove to account ${accountId} that you control this wallet. This does not sign you in.`,
    resources: [`urn:yield-api:account:${accountId}`, `urn:yield-api:wallet-connection:${connectionId}`],
  };
}
