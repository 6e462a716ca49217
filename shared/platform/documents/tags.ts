export const TAGS: Readonly<Record<string, string>> = {
  accounts: 'Sign-in with a wallet, sessions, API keys and the profile. For administrators: users.',
  strategies: 'The catalog of yield strategies: list, compare, export and read one.',
  market: 'Performance, recommendations, prices, trends and TVL.',
  investments: 'Investments: deposits, withdrawals, moves, their value and history.',
  wallets: 'Wallet connections of your end users, and balances of connected wallets.',
  statistics: 'Statistics of the whole service, for administrators.',
  notifications: 'Events, alerts and webhook endpoints.',
  service: 'Status, versions and documents of the service.',
};
