/** The prefix of every kind of id, so that an id in a log or a ticket says what it names. */
export const ID_PREFIXES = {
  strategy: 'strat_',
  user: 'usr_',
  apiKey: 'key_',
  session: 'ses_',
  investment: 'inv_',
  transaction: 'txn_',
  walletConnection: 'wc_',
  removalRequest: 'rr_',
} as const;

export type IdKind = keyof typeof ID_PREFIXES;
