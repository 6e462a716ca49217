import type { AccountsCreateApiKeyInput } from '../../../../../sdk/src/index.ts';

export type Scope = NonNullable<AccountsCreateApiKeyInput['scopes']>[number];

export const SCOPE_TEXTS: Readonly<Record<Scope, string>> = {
  'strategies:read': 'Strategies, their performance and recommendations',
  'market:read': 'Prices, trends, TVL and comparisons',
  'investments:read': 'Investments, portfolio and history',
  'investments:write': 'Deposit and withdraw',
  'wallet:read': 'Wallet connections and balances',
  'wallet:write': 'Connect wallets and request their removal',
  'account:read': 'Profile, keys, sessions, usage and events',
  'account:write': 'Create, change and delete alerts and webhook endpoints',
  admin: 'Administer all accounts',
};

const isScope = (text: string): text is Scope => text in SCOPE_TEXTS;

/** All scopes, in the order in which the form shows them. */
export const SCOPES: readonly Scope[] = Object.keys(SCOPE_TEXTS).filter(isScope);
