import type { LocalStack } from './stack.ts';

/** Credentials of the demo users, one of each plan and an administrator. They exist in local deployments only. */
export interface DemoKeys {
  free: string;
  pro: string;
  enterprise: string;
  admin: string;
}

export interface MarketOptions {
  /** Strategies in the sample market. */
  catalogSize: number;
  /** Live data instead of the sample market. */
  live: boolean;
}

export interface SeededMarket {
  strategies: number;
}

/** Fills the catalog. Undefined where there is nothing yet that could. */
export async function seedMarket(
  _stack: LocalStack,
  _options: MarketOptions,
): Promise<SeededMarket | undefined> {
  return undefined;
}

/** Makes the demo users and their keys. Undefined where there is nothing yet that could. */
export async function seedCredentials(_stack: LocalStack): Promise<DemoKeys | undefined> {
  return undefined;
}
