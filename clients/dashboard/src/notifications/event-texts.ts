import type { EventEnvelope } from '../../../sdk/src/index.ts';
import {
  formatAmount,
  formatDecimal,
  formatKeyAsTitle,
  formatPercent,
  formatShortUsd,
} from '../design/format.ts';

interface EventText {
  readonly text: string;
  /** The path of the dashboard page with details of the event. */
  readonly to?: string;
}

type Data = EventEnvelope['data'];

const readTextField = (data: Data, field: string): string => {
  const value = data[field];
  return typeof value === 'string' ? value : '';
};
/** Returns the event's change without its sign, because the text already says whether the value rose or fell. */
const absoluteChangeOf = (data: Data): number => Math.abs(numberOf(data, 'change') ?? 0);
const numberOf = (data: Data, field: string): number | null => {
  const value = data[field];
  return typeof value === 'number' ? value : null;
};

const PREPOSITION_BY_TRANSACTION_TYPE: Readonly<Record<string, string>> = {
  deposit: 'into',
  withdrawal: 'from',
  adjustment: 'in',
};

/** Returns a text such as `Deposit of 40.5 USDC into Aave V3 USDC`. Leaves out an unknown strategy name. */
function describeTransaction(data: Data, strategyName: string | undefined): string {
  const type = readTextField(data, 'transaction_type');
  const amount = readTextField(data, 'amount');
  return [
    formatKeyAsTitle(type),
    ...(amount === '' ? [] : [`of ${formatAmount(amount)} ${readTextField(data, 'asset')}`]),
    ...(strategyName === undefined
      ? []
      : [`${PREPOSITION_BY_TRANSACTION_TYPE[type] ?? 'in'} ${strategyName}`]),
  ].join(' ');
}

const TRANSACTION_TEXT_ENDINGS: Readonly<Record<string, string>> = {
  'investment.pending': 'is pending',
  'investment.confirmed': 'is confirmed',
  'investment.failed': 'failed',
  'investment.expired': 'expired',
  'investment.cancelled': 'was cancelled',
  'investment.reversed': 'was reversed',
  'investment.adjusted': 'was corrected by an operator',
  'deposit.confirmed': 'is confirmed',
  'deposit.failed': 'failed',
};

const STRATEGY_EVENT_TEXT_BUILDERS: Readonly<Record<string, (data: Data) => string>> = {
  'strategy.apy_above': (data) =>
    `APY rose to ${formatPercent(numberOf(data, 'apy'))}, above your limit of ${formatPercent(numberOf(data, 'level'))}`,
  'strategy.apy_below': (data) =>
    `APY fell to ${formatPercent(numberOf(data, 'apy'))}, below your limit of ${formatPercent(numberOf(data, 'level'))}`,
  'strategy.apy_rose': (data) =>
    `APY rose by ${formatDecimal(absoluteChangeOf(data), 2)} percentage points to ${formatPercent(numberOf(data, 'apy'))}`,
  'strategy.apy_fell': (data) =>
    `APY fell by ${formatDecimal(absoluteChangeOf(data), 2)} percentage points to ${formatPercent(numberOf(data, 'apy'))}`,
  'strategy.tvl_fell': (data) =>
    `TVL fell by ${formatPercent(absoluteChangeOf(data))} to ${formatShortUsd(numberOf(data, 'tvl'))}`,
  'strategy.risk_level_changed': (data) =>
    `The risk level changed from ${readTextField(data, 'previous_risk_level')} to ${readTextField(data, 'risk_level')}`,
  'strategy.flagged': (data) => `Warning: ${formatKeyAsTitle(readTextField(data, 'flag'))}`,
  'strategy.unlisted': () => 'no longer listed',
  'strategy.relisted': () => 'listed again',
  'strategy.paused': () => 'Deposits are paused',
  'strategy.stale': () => 'The data source has published no new figures for a day',
};

const PATH_BY_EVENT_PREFIX: Readonly<Record<string, string>> = {
  session: '/developer/sessions',
  api_key: '/developer/keys',
  webhook: '/developer/webhooks',
  quota: '/developer/keys',
  request_limit: '/developer/usage',
  version: '/developer/versions',
};

const OTHER_EVENT_TEXTS: Readonly<Record<string, string>> = {
  'session.created': 'Signed in',
  'session.ended': 'A session ended',
  'api_key.created': 'API key created',
  'api_key.updated': 'API key changed',
  'api_key.rotated': 'API key rotated',
  'api_key.revoked': 'API key revoked',
  'api_key.leaked': 'API key reported as leaked and revoked',
  'api_key.refused':
    'An API key was used from an IP address that its allowlist does not contain. The requests were rejected',
  'user.suspended': 'Your account is suspended',
  'user.reinstated': 'Your account is active again',
  'request_limit.warning': 'You have used 80% of the requests that your plan allows per hour',
  'request_limit.reached': 'The rate limit rejected some of your requests',
  'webhook.created': 'Webhook endpoint created',
  'webhook.updated': 'Webhook endpoint changed',
  'webhook.disabled': 'Webhook endpoint disabled',
};

function otherEventText(type: string, data: Data): string {
  if (type === 'version.deprecated')
    return `Version ${readTextField(data, 'version')} of the API is deprecated`;
  if (type === 'quota.warning' || type === 'quota.reached')
    return `${formatKeyAsTitle(readTextField(data, 'quota'))}: ${numberOf(data, 'used')} of ${numberOf(data, 'max')} used`;
  if ('before' in data && 'after' in data)
    return `${formatKeyAsTitle(type.replace('user.', '').replace('_changed', ''))} changed to ${readTextField(data, 'after') || 'the default'}`;
  return OTHER_EVENT_TEXTS[type] ?? formatKeyAsTitle(type.replace('.', ' '));
}

/** Whether an event is about a deposit, a withdrawal or a correction. */
export const isTransactionEvent = ({ type }: Pick<EventEnvelope, 'type'>): boolean =>
  type in TRANSACTION_TEXT_ENDINGS;

/**
 * Returns the text and link of an event. The text of an unknown event type, which a newer service may send, is the name
 * of the type.
 *
 * @param strategyNameById names of strategies by id, because events about transactions contain only ids
 */
export function buildEventText(
  { type, data }: Pick<EventEnvelope, 'type' | 'data'>,
  strategyNameById: ReadonlyMap<string, string>,
): EventText {
  const textEnding = TRANSACTION_TEXT_ENDINGS[type];
  if (textEnding !== undefined) {
    const strategyName = strategyNameById.get(readTextField(data, 'strategy_id'));
    return { text: `${describeTransaction(data, strategyName)} ${textEnding}`, to: '/positions' };
  }
  const describeStrategyEvent = STRATEGY_EVENT_TEXT_BUILDERS[type];
  if (describeStrategyEvent !== undefined) {
    return {
      text: `${readTextField(data, 'strategy_name')}: ${describeStrategyEvent(data)}`,
      to: `/strategies/${readTextField(data, 'strategy_id')}`,
    };
  }
  const to = PATH_BY_EVENT_PREFIX[type.split('.')[0] ?? ''];
  return { text: otherEventText(type, data), ...(to === undefined ? {} : { to }) };
}
