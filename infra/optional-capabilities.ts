import type { DocumentedRoute } from '../shared/platform/contract/documented-route.ts';
import type { Job } from '../shared/service/jobs.ts';

/** Capabilities that a stage can leave out. All others are required. */
export const OPTIONAL_CAPABILITIES = ['onchain', 'notifications', 'mcp', 'dashboard'] as const;
export type OptionalCapability = (typeof OPTIONAL_CAPABILITIES)[number];

/**
 * Routes and jobs of on-chain settlement and wallet proofs. `wallets.balances` is not in the list. It also
 * reads chains, but every stage requires it.
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

/** Returns the optional capability of a route or job; undefined for required ones. */
export function capabilityOf(id: string): OptionalCapability | undefined {
  if (id.startsWith('notifications.')) return 'notifications';
  return ONCHAIN_IDS.has(id) ? 'onchain' : undefined;
}

/** Modules to replace in the bundles when a capability is left out, with their replacements. */
const REPLACEMENTS: Partial<Record<OptionalCapability, Readonly<Record<string, string>>>> = {
  notifications: { 'shared/notifications/derive.ts': 'infra/bundling/stand-ins/no-notifications.ts' },
};

/** Returns the routes, jobs and module replacements of a stage without the given capabilities. */
export function filterCapabilities(omittedCapabilities: readonly OptionalCapability[]) {
  const isKept = ({ id }: { readonly id: string }) => {
    const capability = capabilityOf(id);
    return capability === undefined || !omittedCapabilities.includes(capability);
  };
  const replacements: Readonly<Record<string, string>> = Object.assign(
    {},
    ...omittedCapabilities.map((capability) => REPLACEMENTS[capability]),
  );
  return {
    routes: (routes: readonly DocumentedRoute[]) => routes.filter(isKept),
    jobs: (jobs: readonly Job[]) => jobs.filter(isKept),
    replaced: replacements,
  };
}
