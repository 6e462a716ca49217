/** `removed` is final. The wallet can then be connected again, under a new id. */
export const CONNECTION_STATUSES = ['active', 'removal_requested', 'suspended', 'removed'] as const;
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

/** Services through which wallets are connected. */
export const WALLET_PROVIDERS = ['walletprovider'] as const;
