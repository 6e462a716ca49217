import type { DocumentedRoute } from '../shared/platform/contract/documented-route.ts';
import type { Job } from '../shared/service/jobs.ts';

/** What a stage can do without. All else is the core. */
export const OPTIONAL_CAPABILITIES = ['onchain', 'notifications', 'mcp', 'dashboard'] as const;
export type OptionalCapability = (typeof OPTIONAL_CAPABILITIES)[number];

/** Settlement on chains and proofs of wallets. `wallets.balances` reads chains too, and is of the core. */
const ONCHAIN: ReadonlySet<string> = new Set([
  'accounts.prove-wallet',
  'investments.opportunities',
  'investments.holdings',
  'investments.submit-transaction',
  'investments.sign-transaction',
  'investments.cancel-transaction',
  'investments.watch',
]);

/** Of a route or a job; undefined for the core. */
export function capabilityOf(id: string): OptionalCapability | undefined {
  if (id.startsWith('notifications.')) return 'notifications';
  return ONCHAIN.has(id) ? 'onchain' : undefined;
}

/** Modules that the core calls, and what bundles without a capability have in their place. */
const STAND_INS: Partial<Record<OptionalCapability, Readonly<Record<string, string>>>> = {
  notifications: { 'shared/notifications/derive.ts': 'infra/bundling/stand-ins/no-notifications.ts' },
};

/** What is left of the routes, jobs and modules of a stage without some capabilities. */
export function without(leftOut: readonly OptionalCapability[]) {
  const isKept = ({ id }: { readonly id: string }) => {
    const capability = capabilityOf(id);
    return capability === undefined || !leftOut.includes(capability);
  };
  const replaced: Readonly<Record<string, string>> = Object.assign(
    {},
    ...leftOut.map((capability) => STAND_INS[capability]),
  );
  return {
    routes: (routes: readonly DocumentedRoute[]) => routes.filter(isKept),
    jobs: (jobs: readonly Job[]) => jobs.filter(isKept),
    replaced,
  };
}
