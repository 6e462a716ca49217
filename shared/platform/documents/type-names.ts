/** Enum names for request fields that are a nullable list. Client generators would choose unclear names. */
export const ELEMENT_ENUM_NAMES: Readonly<Record<string, string>> = {
  CreateWebhookRequestType: 'WebhookEventType',
  UpdateWebhookRequestType: 'WebhookEventType',
};

/**
 * Base names of the types that clients generate for an operation. The body's type is `<Name>Request`, the response's
 * type is `<Name>Response`. The type of `data` is `<Name>`, or the name that the contract gives it.
 */
const TYPE_NAMES_BY_OPERATION: Readonly<Record<string, string>> = {
  'accounts.admin-audit-log': 'AuditLogOfAllAccounts',
  'accounts.admin-update-user': 'UpdateUser',
  'accounts.api-key-usage': 'ApiKeyUsage',
  'accounts.challenge': 'SignInMessage',
  'accounts.create-api-key': 'CreateApiKey',
  'accounts.get-api-key': 'GetApiKey',
  'accounts.limits': 'AccountLimits',
  'accounts.list-api-keys': 'ApiKeyList',
  'accounts.audit-log': 'AuditLog',
  'accounts.list-sessions': 'SessionList',
  'accounts.list-users': 'UserList',
  'accounts.login': 'SignIn',
  'accounts.logout': 'SignOut',
  'accounts.profile': 'Profile',
  'accounts.prove-wallet': 'ProveWallet',
  'accounts.report-leak': 'LeakReport',
  'accounts.revoke-api-key': 'RevokeApiKey',
  'accounts.revoke-other-sessions': 'RevokeSessions',
  'accounts.revoke-session': 'RevokeSession',
  'accounts.rotate-api-key': 'RotateApiKey',
  'accounts.update-api-key': 'UpdateApiKey',
  'accounts.usage': 'AccountUsage',
  'investments.advance-clock': 'AdvanceClock',
  'investments.cancel-transaction': 'CancelTransaction',
  'investments.daily': 'PortfolioDayList',
  'investments.deposit': 'Deposit',
  'investments.get': 'GetInvestment',
  'investments.get-transaction': 'GetTransaction',
  'investments.history': 'TransactionHistory',
  'investments.holdings': 'HoldingList',
  'investments.list': 'InvestmentList',
  'investments.list-transactions': 'TransactionList',
  'investments.opportunities': 'OpportunityList',
  'investments.move': 'Move',
  'investments.portfolio': 'GetPortfolio',
  'investments.sign-transaction': 'SignTransaction',
  'investments.statement': 'PortfolioStatement',
  'investments.submit-transaction': 'SubmitTransaction',
  'investments.withdraw': 'Withdraw',
  'market.apy-comparison': 'ApyComparisonList',
  'market.assets': 'AssetList',
  'market.calibration': 'CalibrationReport',
  'market.chains': 'ChainList',
  'market.move-estimate': 'EstimateMove',
  'market.performance': 'PerformanceList',
  'market.prices': 'PriceList',
  'market.protocols': 'ProtocolList',
  'market.recommended': 'RecommendationList',
  'market.summary': 'MarketOverview',
  'market.trends': 'TrendReport',
  'market.tvl': 'TvlList',
  'notifications.create-alert': 'CreateAlert',
  'notifications.create-webhook': 'CreateWebhook',
  'notifications.delete-alert': 'DeleteAlert',
  'notifications.delete-webhook': 'DeleteWebhook',
  'notifications.get-alert': 'GetAlert',
  'notifications.get-webhook': 'GetWebhook',
  'notifications.list-alerts': 'AlertList',
  'notifications.list-deliveries': 'DeliveryList',
  'notifications.list-events': 'EventList',
  'notifications.list-webhooks': 'WebhookList',
  'notifications.retry-delivery': 'RetryDelivery',
  'notifications.rotate-webhook-secret': 'RotateWebhookSecret',
  'notifications.test-webhook': 'TestWebhook',
  'notifications.update-alert': 'UpdateAlert',
  'notifications.update-webhook': 'UpdateWebhook',
  'service.about': 'GetAbout',
  'service.health': 'GetHealth',
  'service.openapi': 'OpenApiDocument',
  'statistics.get': 'GetStatistics',
  'strategies.compare': 'StrategyComparison',
  'strategies.export': 'StrategyExport',
  'strategies.get': 'GetStrategy',
  'strategies.list': 'StrategyList',
  'wallets.admin-history': 'ConnectionHistory',
  'wallets.admin-list': 'AdministeredConnectionList',
  'wallets.admin-update': 'UpdateConnection',
  'wallets.balances': 'BalanceList',
  'wallets.connections': 'ConnectionList',
  'wallets.create': 'CreateConnection',
  'wallets.get': 'GetConnection',
  'wallets.list': 'ConnectionDirectory',
  'wallets.removal-request': 'RequestRemoval',
};

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const toPascalCase = (text: string) =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map(capitalize)
    .join('');

/**
 * Returns the base name of an operation's types. Without an entry in TYPE_NAMES_BY_OPERATION, the name consists of the
 * action and then the capability. The opposite order would conflict with type names that oapi-codegen creates.
 */
export function operationTypeName(id: string): string {
  const [capability, action] = id.split('.');
  return TYPE_NAMES_BY_OPERATION[id] ?? toPascalCase(`${action}.${capability}`);
}

/** Returns the type name of an event, such as `InvestmentConfirmedEvent`. */
export const eventTypeNameOf = (event: string) => `${toPascalCase(event)}Event`;

/** Type names of merged objects. The key contains the type names of the objects that were merged. */
export const MERGED_TYPE_NAMES: Readonly<Record<string, string>> = {
  'SandboxTransaction ChainTransaction': 'TransactionResult',
  'Move ChainMove': 'MoveResult',
  'ChainTransaction Transaction': 'TransactionDetail',
  'ListedChainTransaction Transaction': 'ListedTransaction',
};

/** Names of `meta` types. The key contains the names of their fields. */
export const META_TYPE_NAMES: Readonly<Record<string, string>> = {
  '': 'NoMeta',
  pagination: 'PageMeta',
  'next_after pagination': 'CursorPageMeta',
};

/**
 * Replacements for the generated names of nested objects. An object is listed if its generated name is too
 * long, or if the same object would have different names in different operations.
 */
const TYPE_NAME_REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  // The name NewApiKey is not used, because generated Go clients have a constructor with this name for ApiKey.
  [/^Create(ApiKey|Webhook)$/, 'Created$1'],
  [/^Delete(Alert|Webhook)$/, 'Deleted$1'],
  [/^RevokeApiKey$/, 'RevokedApiKey'],
  [/^RevokeSession(s?)$/, 'EndedSession$1'],
  [/^RotateApiKey$/, 'RotatedApiKey'],
  [/^RotateWebhookSecret$/, 'RotatedWebhookSecret'],
  [/^(About|Health)Notice$/, 'Notice'],
  [/^(AccountLimits|Profile)Quotas$/, 'Quotas'],
  [/^Quotas\w+$|^(Alert|Webhook)ListMetaQuota$/, 'Quota'],
  [/^(AdminUser|User|Profile)Limits$/, 'RequestLimits'],
  [/^(AccountUsage|ApiKeyUsage)(Hour|Day)s$/, 'Usage$2s'],
  [/^(AdministeredConnection|WalletConnection)RemovalRequest$/, 'RemovalRequest'],
  [/^Strategy(Detail)?HistoricalApy$/, 'HistoricalApy'],
  [/^PortfolioBy\w+$/, 'PortfolioGroups'],
  [/^StatisticsTransactions\d+[dh]$/, 'StatisticsTransactions'],
  [/^StatisticsTransactions(Deposits|Withdrawals)$/, 'TransactionTotals'],
  [/^StrategyDetail(?=[A-Z])/, 'Strategy'],
  [/^MoveEstimate(From|To)Fees$/, 'MoveFees'],
  [/^(\w+)ErrorError$/, '$1ErrorBody'],
  [/^(\w+)ErrorBodyDetails$/, '$1ErrorDetails'],
  [/^(\w+)RequestFilter$/, '$1Filter'],
];

const SINGULAR_RULES: readonly (readonly [RegExp, string])[] = [
  [/(?<=History)$/, 'Entry'],
  [/Previous$|Highest$/, '$&'],
  [/ies$/, 'y'],
  [/(ch|sh|ss|x)es$/, '$1'],
  [/([^s])s$/, '$1'],
];

/** Returns the type name for the elements of a list. It is the singular of the list's name. */
export function elementTypeName(name: string): string {
  const [pluralEndingPattern, replacement] = SINGULAR_RULES.find(([each]) => each.test(name)) ?? [/$/, ''];
  return name.replace(pluralEndingPattern, replacement);
}

/**
 * Returns the type name for a field: the name in TYPE_NAME_REPLACEMENTS, otherwise the parent's name followed by the
 * field's name.
 */
export function fieldTypeName(parentTypeName: string, field: string): string {
  const base = parentTypeName.endsWith('Response')
    ? parentTypeName.slice(0, -'Response'.length)
    : parentTypeName;
  const name = base !== parentTypeName && field === 'data' ? base : `${base}${toPascalCase(field)}`;
  const [pattern, replacement] = TYPE_NAME_REPLACEMENTS.find(([each]) => each.test(name)) ?? [/$/, ''];
  return name.replace(pattern, replacement);
}
