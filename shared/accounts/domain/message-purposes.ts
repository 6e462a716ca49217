/**
 * What a signed message is for. Each purpose has its own URI, statement, resources and name, so that
 * a message is rejected for every other purpose.
 * The user of the wallet can therefore trust the statement.
 */
export interface MessagePurpose {
  /** Name of the purpose in the MAC of the message. */
  readonly name: string;
  /** The site in the first line of the message: host and port of the sign-in page. */
  readonly domain: string;
  /** The `URI` field of EIP-4361. */
  readonly uri: string;
  readonly statement: string;
  readonly resources: readonly string[];
}

/** Returns the purpose of a sign-in at the page `uri`. */
export function signInPurpose(uri: string): MessagePurpose {
  return {
    name: 'sign-in',
    domain: new URL(uri).host,
    uri,
    statement: 'Sign in to the yield platform.',
    resources: [],
  };
}

/**
 * Returns the purpose of a proof that an account controls a connected wallet. The statement says
 * that the message does not sign in.
 * @param page URL of the sign-in page; only its origin is used
 */
export function walletProofPurpose(
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
