import { readFileSync } from 'node:fs';
import { OPEN_TRANSACTIONS_MAX } from '../../../shared/investments/contract/investment.ts';
import type { DocumentedRoute } from '../../../shared/platform/contract/documented-route.ts';
import { ERRORS } from '../../../shared/platform/contract/errors.ts';
import {
  ANONYMOUS_REQUEST_LIMITS,
  CONTRACT_SIGN_IN_LIMITS,
  CUSTOM_LIMITS_MAX,
  NEW_ACCOUNT_LIMITS,
  PLAN_LIMITS,
  PLANS,
  type PlanLimits,
  type RequestLimits,
  WEBHOOK_TESTS_AT_ONCE,
} from '../../../shared/platform/contract/plans.ts';
import { PAGE_NUMBER_MAX, PER_PAGE_MAX } from '../../../shared/platform/contract/query.ts';

/** Markdown documents of which `npm run generate` writes some sections. */
const GENERATED_DOCUMENTS = [
  'docs/api.md',
  'docs/errors.md',
  'docs/limits.md',
  'docs/guides/limits.md',
  'docs/vaults.md',
] as const;

const LIMIT_LABELS: readonly (readonly [keyof PlanLimits, string])[] = [
  ['requestsPerMinute', 'Rate limit: requests per minute'],
  ['burst', 'Burst limit: requests that you can send at once after a pause'],
  ['maxApiKeys', 'Maximum number of API keys, including expired keys'],
  ['maxSessions', 'Maximum number of sessions at the same time'],
  ['maxWalletConnections', 'Maximum number of wallet connections'],
  ['maxSubAccounts', 'Maximum number of sub-accounts (one for each `user_id`)'],
  ['maxWebhooks', 'Maximum number of webhook endpoints'],
  ['maxAlerts', 'Maximum number of alerts'],
];

const MINUTES_PER_DAY = 24 * 60;

const formatNumber = (value: number) => value.toLocaleString('en-US');

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

function buildPlanTable(): string {
  const planTitles = PLANS.map((plan) => `${plan.charAt(0).toUpperCase()}${plan.slice(1)}`);
  const rows = LIMIT_LABELS.map(([name, text]) => [
    text,
    ...PLANS.map((plan) => formatNumber(PLAN_LIMITS[plan][name])),
  ]);
  const formatRequestMaximums = (minutes: number) =>
    PLANS.map((plan) =>
      formatNumber(PLAN_LIMITS[plan].burst + minutes * PLAN_LIMITS[plan].requestsPerMinute),
    );
  // The maximum is a full token bucket at the start, plus the tokens that arrive during the period.
  const requestMaximumRows = [
    [
      'Maximum number of requests in one minute (the burst limit plus the rate limit)',
      ...formatRequestMaximums(1),
    ],
    [
      `Maximum number of requests in one day (the burst limit, plus the rate limit for each of the ${formatNumber(MINUTES_PER_DAY)} minutes)`,
      ...formatRequestMaximums(MINUTES_PER_DAY),
    ],
  ];
  const { burst, requestsPerMinute } = PLAN_LIMITS.free;
  const example = `For example, the Free plan accepts ${formatNumber(burst)} requests at once after a pause, and then ${formatNumber(requestsPerMinute)} requests per minute.`;
  return `${table(['Limit', ...planTitles], [...rows.slice(0, 2), ...requestMaximumRows, ...rows.slice(2)])}\n\n${example}`;
}

function buildAnonymousLimitsText(): string {
  const text = ({ requestsPerMinute, burst }: RequestLimits) =>
    `${formatNumber(requestsPerMinute)} requests per minute with a burst of ${formatNumber(burst)}`;
  return [
    `Without a credential, one IP address can send ${text(ANONYMOUS_REQUEST_LIMITS)}.`,
    `For sign-ins with contract wallets (smart accounts), one IP address can send ${text(CONTRACT_SIGN_IN_LIMITS)}.`,
  ].join('\n');
}

function buildPagingText(): string {
  return `\`per_page\` is at most ${formatNumber(PER_PAGE_MAX)}. \`page\` is at most ${formatNumber(PAGE_NUMBER_MAX)}.`;
}

function buildCustomLimitsText(): string {
  const { requestsPerMinute, burst } = CUSTOM_LIMITS_MAX;
  return `A custom limit is at most ${formatNumber(requestsPerMinute)} requests per minute with a burst of ${formatNumber(burst)}.`;
}

function buildNewAccountLimitsTable(): string {
  const { ipv4Network, ipv6Network, ipv6Site, total } = NEW_ACCOUNT_LIMITS;
  const rows = [
    ['an IPv4 network (/24)', ipv4Network],
    ['an IPv6 network (/64)', ipv6Network],
    ['an IPv6 site (/48)', ipv6Site],
    ['the service', total],
  ] as const;
  return table(
    ['New accounts of', 'Per day'],
    rows.map(([scope, accountsPerDay]) => [scope, formatNumber(accountsPerDay)]),
  );
}

const buildWebhookTestText = () =>
  `An account may run ${WEBHOOK_TESTS_AT_ONCE} webhook tests and manual retries of deliveries at a time.`;

const buildOpenTransactionText = () =>
  [
    `On one chain, an account can have at most ${formatNumber(OPEN_TRANSACTIONS_MAX)} open transactions: those with the status \`pending\` or \`submitted\`.`,
    'A further deposit or withdrawal is rejected with 422 `open_transaction_limit_reached`. A move between two vaults counts as two transactions.',
  ].join('\n');

function buildErrorTable(): string {
  const rows = Object.entries(ERRORS).map(([code, { status, message }]) => [
    `${status}`,
    `\`${code}\``,
    message,
  ]);
  return table(
    ['Status', 'Code', 'Message'],
    rows.toSorted(([a = ''], [b = '']) => a.localeCompare(b)),
  );
}

function buildEndpointTable(routes: readonly DocumentedRoute[]): string {
  const rows = routes.map(({ method, path, summary, access }) => [
    `\`${method} ${path}\``,
    summary,
    access === 'public' || access === 'authenticated' ? access : `\`${access}\``,
  ]);
  return table(['Endpoint', 'What it does', 'Access'], rows);
}

function fillGeneratedSections(text: string, routes: readonly DocumentedRoute[]): string {
  const parts: Readonly<Record<string, () => string>> = {
    plans: buildPlanTable,
    anonymous: buildAnonymousLimitsText,
    paging: buildPagingText,
    custom: buildCustomLimitsText,
    errors: buildErrorTable,
    'new-accounts': buildNewAccountLimitsTable,
    'webhook-tests': buildWebhookTestText,
    'open-transactions': buildOpenTransactionText,
    endpoints: () => buildEndpointTable(routes),
  };
  return text.replace(
    /(<!-- generated: ([\w-]+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, startMarker: string, name: string, end: string) => {
      const part = parts[name];
      if (part === undefined) throw new Error(`No generated part is called ${name}`);
      return `${startMarker}${part()}\n${end}`;
    },
  );
}

/** Returns the current text of each committed document that has generated sections, by path. */
export function buildGeneratedDocuments(
  routes: readonly DocumentedRoute[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    GENERATED_DOCUMENTS.map((path) => [
      path,
      fillGeneratedSections(readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8'), routes),
    ]),
  );
}
