import recorded from './recorded-answers.json' with { type: 'json' };
import recordedOfVaults from './recorded-vault-answers.json' with { type: 'json' };

/**
 * Shortened success responses of a local server, by route id. With `RECORD_ANSWERS=1`, the e2e tests of all
 * routes write the first file, and those of on-chain investments the second.
 */
const ANSWERS: Readonly<Record<string, unknown>> = recorded;
const OF_VAULTS: Readonly<Record<string, unknown>> = recordedOfVaults;

/** Operations whose response depends on the strategy's settlement. Each has one example per settlement. */
const WITH_VARIANTS = [
  'investments.deposit',
  'investments.get-transaction',
  'investments.move',
  'investments.withdraw',
];

/** The recorded response of an operation; undefined if none was recorded. */
export function recordedAnswer(routeId: string): unknown {
  return ANSWERS[routeId] ?? OF_VAULTS[routeId];
}

/** The recorded responses of an operation by variant; undefined if it has no variants. */
export function recordedVariants(routeId: string): Readonly<Record<string, unknown>> | undefined {
  if (!WITH_VARIANTS.includes(routeId)) return undefined;
  return { sandbox: ANSWERS[routeId], onchain: OF_VAULTS[routeId] };
}
