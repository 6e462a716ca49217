/**
 * Statuses of a connection. `removed` is final. After a removal, the wallet can be connected again, and the
 * new connection has a new id.
 */
export const CONNECTION_STATUSES = ['active', 'removal_requested', 'suspended', 'removed'] as const;
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

/** Services through which wallets are connected. The name is a segment in the paths of three routes. */
export const WALLET_PROVIDERS = ['walletprovider'] as const;
