import recorded from './recorded-answers.json' with { type: 'json' };
import recordedOfVaults from './recorded-vault-answers.json' with { type: 'json' };

/**
 * Shortened success responses of a local server, by route id. The e2e tests write them if `RECORD_ANSWERS=1` is
 * set.
 */
const RECORDED_RESPONSES: Readonly<Record<string, unknown>> = recorded;
const RECORDED_VAULT_RESPONSES: Readonly<Record<string, unknown>> = recordedOfVaults;

/** Operations whose response differs between sandbox strategies and strategies with a vault on a chain. */
const OPERATIONS_WITH_VARIANTS = [
  'investments.deposit',
  'investments.get-transaction',
  'investments.move',
  'investments.withdraw',
];

export function findRecordedResponse(routeId: string): unknown {
  return RECORDED_RESPONSES[routeId] ?? RECORDED_VAULT_RESPONSES[routeId];
}

/** Returns undefined if the operation has no variants. */
export function findResponseVariants(routeId: string): Readonly<Record<string, unknown>> | undefined {
  if (!OPERATIONS_WITH_VARIANTS.includes(routeId)) return undefined;
  return { sandbox: RECORDED_RESPONSES[routeId], onchain: RECORDED_VAULT_RESPONSES[routeId] };
}
