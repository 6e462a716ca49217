import type { DocumentedRoute } from '../shared/platform/contract/documented-route.ts';
import type { Job } from '../shared/service/jobs.ts';

/** Capabilities that a stage can leave out. All others are required. */
export const OPTIONAL_CAPABILITIES = ['onchain', 'notifications', 'mcp', 'dashboard'] as const;
export type OptionalCapability = (typeof OPTIONAL_CAPABILITIES)[number];

/** Ids of the routes and jobs that belong to the optional capability `onchain`. */
const ONCHAIN_FUNCTION_IDS: ReadonlySet<string> = new Set([
  'accounts.prove-wallet',
  'investments.opportunities',
  'investments.holdings',
  'investments.submit-transaction',
  'investments.sign-transaction',
  'investments.cancel-transaction',
  'investments.watch',
]);

/** Returns the optional capability that a route or job belongs to; undefined if every stage requires it. */
export function capabilityOfFunction(id: string): OptionalCapability | undefined {
  if (id.startsWith('notifications.')) return 'notifications';
  return ONCHAIN_FUNCTION_IDS.has(id) ? 'onchain' : undefined;
}

/** Source files to replace in the bundles when a stage leaves out a capability. */
const REPLACEMENT_SOURCES: Partial<Record<OptionalCapability, Readonly<Record<string, string>>>> = {
  notifications: { 'shared/notifications/derive.ts': 'infra/bundling/stand-ins/no-notifications.ts' },
};

/**
 * Returns filters that remove the routes and jobs of omitted capabilities. Also returns the source files to replace.
 */
export function createCapabilityFilters(omittedCapabilities: readonly OptionalCapability[]) {
  const isIncluded = ({ id }: { readonly id: string }) => {
    const capability = capabilityOfFunction(id);
    return capability === undefined || !omittedCapabilities.includes(capability);
  };
  const replacements: Readonly<Record<string, string>> = Object.assign(
    {},
    ...omittedCapabilities.map((capability) => REPLACEMENT_SOURCES[capability]),
  );
  return {
    routes: (routes: readonly DocumentedRoute[]) => routes.filter(isIncluded),
    jobs: (jobs: readonly Job[]) => jobs.filter(isIncluded),
    replaced: replacements,
  };
}
