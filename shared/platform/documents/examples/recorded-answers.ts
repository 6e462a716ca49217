import recorded from './recorded-answers.json' with { type: 'json' };
import recordedOfVaults from './recorded-vault-answers.json' with { type: 'json' };

/**
 * Successful answers of a local server by route id, shortened. With `RECORD_ANSWERS=1`, the e2e tests of every route write
 * the first file, and those of investments on a chain the second.
 */
const ANSWERS: Readonly<Record<string, unknown>> = recorded;
const OF_VAULTS: Readonly<Record<string, unknown>> = recordedOfVaults;

/** Operations whose answer depends on how the strategy is settled: each has an example of both. */
const WITH_VARIANTS = [
  'investments.deposit',
  'investments.get-transaction',
  'investments.move',
  'investments.withdraw',
];

/** The recorded answer of an operation; undefined for one without. */
export function recordedAnswer(routeId: string): unknown {
  return ANSWERS[routeId] ?? OF_VAULTS[routeId];
}

/** The recorded answer of each variant of an operation; undefined for an operation that has one variant. */
export function recordedVariants(routeId: string): Readonly<Record<string, unknown>> | undefined {
  if (!WITH_VARIANTS.includes(routeId)) return undefined;
  return { sandbox: ANSWERS[routeId], onchain: OF_VAULTS[routeId] };
}
