import { createClient } from '../../shared/repositories/client.ts';
import { type DemoKeys, issueDemoKeys } from './demo-credentials.ts';
import type { LocalStack } from './stack.ts';

export type { DemoKeys };

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

/** Makes the demo users, one of each plan and an administrator, and new keys for them. */
export async function seedCredentials(stack: LocalStack): Promise<DemoKeys> {
  const client = createClient({ endpoint: stack.dynamodbEndpoint });
  try {
    return await issueDemoKeys({ client, name: stack.tableName });
  } finally {
    client.destroy();
  }
}
