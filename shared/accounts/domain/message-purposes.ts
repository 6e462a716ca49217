/**
 * What a signed message is for. Each purpose has its own URI, statement, resources and nonces, so
 * that a message is rejected for every other purpose.
 * The user of the wallet can therefore trust the statement.
 */
export interface MessagePurpose {
  /** Name of the purpose in the nonce's signature. */
  readonly nonce: string;
  /** The `URI` field of EIP-4361. */
  readonly uri: string;
  readonly statement: string;
  readonly resources: readonly string[] | undefined;
}

/** Returns the purpose of a sign-in at the page `uri`. */
export function signInPurpose({ uri }: { readonly uri: string }): MessagePurpose {
  return {
    nonce: 'sign-in',
    uri,
    statement: 'Sign in to the yield platform.',
    resources: undefined,
  };
}

/**
 * Returns the purpose of a proof that an account controls a connected wallet. The statement says
 * that the message does not sign in.
 * @param uri the sign-in page; only its origin is used
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
