/**
 * The purpose of a signed message. Each purpose has its own URI, statement, resources and name. Therefore a
 * message for one purpose is rejected for every other purpose, and the wallet's user can trust the statement.
 */
export interface MessagePurpose {
  /** Name of the purpose. The message's MAC includes it, so that the message is valid only for this purpose. */
  readonly name: string;
  /** Host and port of the sign-in page. The first line of the message shows them. */
  readonly domain: string;
  /** The `URI` field of EIP-4361. */
  readonly uri: string;
  readonly statement: string;
  readonly resources: readonly string[];
}

/** Returns the purpose of a sign-in. `uri` is the URL of the sign-in page. */
export function buildSignInPurpose(uri: string): MessagePurpose {
  return {
    name: 'sign-in',
    domain: new URL(uri).host,
    uri,
    statement: 'Sign in to the yield platform.',
    resources: [],
  };
}

/**
 * Returns the purpose of a message that proves that an account controls a connected wallet.
 * @param page URL of the sign-in page; only its origin is used
 */
export function buildWalletProofPurpose(
  page: string,
  { accountId, connectionId }: { readonly accountId: string; readonly connectionId: string },
): MessagePurpose {
  const { origin, host } = new URL(page);
  return {
    name: `wallet-proof ${accountId} ${connectionId}`,
    domain: host,
    uri: `${origin}/wallet/connections/${connectionId}/proof`,
    statement: `Prove to account ${accountId} that you control this wallet. This does not sign you in.`,
    resources: [`urn:yield-api:account:${accountId}`, `urn:yield-api:wallet-connection:${connectionId}`],
  };
}
