/** Prefix of each kind of id. It shows the kind of an id in a log or a support ticket. */
export const ID_PREFIXES = {
  strategy: 'strat_',
  user: 'usr_',
  apiKey: 'key_',
  session: 'ses_',
  investment: 'inv_',
  transaction: 'txn_',
  walletConnection: 'wc_',
  removalRequest: 'rr_',
  event: 'evt_',
  webhook: 'wh_',
  delivery: 'dlv_',
  alert: 'alr_',
} as const;

/** Id of a strategy in the default sample market (Aave V3 USDC on Ethereum). */
export const EXAMPLE_STRATEGY_ID = 'strat_7e98725e22ba9d0f3880d8db';

export type IdKind = keyof typeof ID_PREFIXES;
