import type { DocumentedRoute } from '../shared/platform/contract/documented-route.ts';
import type { Job } from '../shared/service/jobs.ts';

/** Capabilities that a stage can leave out. All others are required. */
export const OPTIONAL_CAPABILITIES = ['onchain', 'notifications', 'mcp', 'dashboard'] as const;
export type OptionalCapability = (typeof OPTIONAL_CAPABILITIES)[number];

/**
 * Ids of the routes and jobs for on-chain settlement and wallet proofs. `wallets.balances` also reads chains,
 * but is not in the list, because every stage requires it.
 */
const ONCHAIN_IDS: ReadonlySet<string> = new Set([
  'accounts.prove-wallet',
  'investments.opportunities',
  'investments.holdings',
  'investments.submit-transaction',
  'investments.sign-transaction',
  'investments.cancel-transaction',
  'investments.watch',
]);

/**
 * Returns the optional capability that a route or job belongs to; undefined for a route or job that every
 * stage requires.
 */
export function capabilityOf(id: string): OptionalCapability | undefined {
  if (id.startsWith('notifications.')) return 'notifications';
  return ONCHAIN_IDS.has(id) ? 'onchain' : undefined;
}

/**
 * Source files to replace in the bundles when a stage leaves out a capability, by capability. Each value is
 * the path of the replacement.
 */
const REPLACEMENTS: Partial<Record<OptionalCapability, Readonly<Record<string, string>>>> = {
  notifications: { 'shared/notifications/derive.ts': 'infra/bundling/stand-ins/no-notifications.ts' },
};

/**
 * Returns, for a stage without the given capabilities, functions that filter routes and jobs, and the source
 * files to replace in the bundles.
 */
export function createCapabilityFilters(omittedCapabilities: readonly OptionalCapability[]) {
  const isIncluded = ({ id }: { readonly id: string }) => {
    const capability = capabilityOf(id);
    return capability === undefined || !omittedCapabilities.includes(capability);
  };
  const replacements: Readonly<Record<string, string>> = Object.assign(
    {},
    ...omittedCapabilities.map((capability) => REPLACEMENTS[capability]),
  );
  return {
    routes: (routes: readonly DocumentedRoute[]) => routes.filter(isIncluded),
    jobs: (jobs: readonly Job[]) => jobs.filter(isIncluded),
    replaced: replacements,
  };
}
