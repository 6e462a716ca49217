/** Statuses of a connection. `removed` is final; the wallet can then be connected again with a new id. */
export const CONNECTION_STATUSES = ['active', 'removal_requested', 'suspended', 'removed'] as const;
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

/** Wallet providers through which connections are created. The name is a segment of three paths. */
export const WALLET_PROVIDERS = ['walletprovider'] as const;
