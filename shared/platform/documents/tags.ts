/** What each capability is, for who looks for an operation. */
export const TAGS: Readonly<Record<string, string>> = {
  accounts: 'Signing in with a wallet, sessions, API keys and the own profile; for administrators, users.',
  strategies: 'The catalog of yield strategies: list, compare, export, and one with all its figures.',
  market: 'How strategies performed, where to put an amount, prices, trends and TVL.',
  investments: 'Positions: deposits and withdrawals, what they are worth, and the history of both.',
  wallets: 'Wallet connections of your users, and what connected wallets hold.',
  statistics: 'Figures of the whole service, for administrators.',
  notifications: 'Events, alerts and webhooks: what happened, and being told of it.',
  service: 'The service about itself.',
};
