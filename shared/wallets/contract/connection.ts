/** `removed` is final. The wallet may then be connected again under a new id. */
export const CONNECTION_STATUSES = ['active', 'removal_requested', 'suspended', 'removed'] as const;
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

/** The wallet software through which connections are made: the segment of the three paths. */
export const WALLET_PROVIDERS = ['walletprovider'] as const;
