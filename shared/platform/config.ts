import * as z from 'zod';

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** Every environment variable that the code reads, with its default. Documented in docs/configuration.md. */
const environment = z.object({
  TABLE_NAME: z.string().min(1).default('yield-api'),
  /** Points the code at an embedded or local DynamoDB instead of AWS. */
  DYNAMODB_ENDPOINT: z.url().optional(),
  /** Whom a local DynamoDB sees: some tell roles, and some databases, apart by it. */
  DYNAMODB_ACCESS_KEY_ID: z.string().min(1).default('local'),
  /** How long one attempt of a database call may take, its connection included, in milliseconds. */
  DYNAMODB_TIMEOUT_MS: z.coerce.number().int().min(50).max(20_000).default(1_000),
  AWS_REGION: z.string().min(1).default('us-east-1'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** 'local' only where demo credentials may exist. */
  DEPLOYMENT: z.enum(['local', 'aws']).default('aws'),
  /** The authorizer's gateway key for credentials without one of their own. */
  GATEWAY_OVERFLOW_KEY: z.string().min(1).optional(),
  /** The deployed usage plans, as JSON (see shared/access/gateway.ts), for the job that makes gateway keys. */
  GATEWAY_PLANS: z.string().optional(),
  /** Points the same job at another control plane than AWS's own. */
  GATEWAY_CONTROL_ENDPOINT: z.url().optional(),
  /**
   * The page where users sign in with their wallet, in full: the URI, and its authority the domain, of SIWE. Without
   * it nobody can sign in to a deployed stack; a local one takes LOCAL_SIGN_IN.
   */
  SIGN_IN_URI: z.url({ protocol: /^https?$/ }).optional(),
  /** Chain ids that a sign-in message may name. */
  SIGN_IN_CHAIN_IDS: z
    .string()
    .regex(/^\d+(,\d+)*$/, 'must be chain ids separated by commas')
    .default('1,10,137,8453,42161')
    .transform((list) => list.split(',').map(Number)),
  /** Where market data comes from: DefiLlama's API, or a market made from a seed. */
  MARKET_SOURCE: z.enum(['defillama', 'sample']).default('defillama'),
  /** Pools of the sample market. */
  SAMPLE_SIZE: z.coerce.number().int().min(1).max(1_000_000).default(2_000),
  /** Base URLs of DefiLlama's API, without a slash at the end. */
  DEFILLAMA_YIELDS_URL: z.url().default('https://yields.llama.fi'),
  DEFILLAMA_COINS_URL: z.url().default('https://coins.llama.fi'),
  DEFILLAMA_API_URL: z.url().default('https://api.llama.fi'),
  /** Wallet whose user is made an administrator when it signs in: how a new deployment gets its first one. */
  ADMIN_WALLET: z
    .string()
    .regex(/^0x[0-9A-Fa-f]{40}$/, 'must be 0x and 40 hexadecimal digits')
    .optional(),
  /** How long a session lasts after login. */
  SESSION_HOURS: z.coerce.number().int().min(1).max(720).default(12),
  /** What differs from the default chains, as JSON by chain name (see shared/chain/networks.ts). */
  CHAIN_SETTINGS: z.string().refine(isJsonObject, 'must be a JSON object').default('{}'),
  /** What differs from the default costs: USD per million units of gas, as JSON by chain name (see docs/market.md). */
  COST_SETTINGS: z.string().refine(isJsonObject, 'must be a JSON object').default('{}'),
});

export type Config = z.infer<typeof environment>;

/**
 * The settings as a validated model.
 *
 * @throws Error naming every variable that breaks its rule, never its value.
 */
export function readConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  const parsed = environment.safeParse(variables);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`Invalid environment: ${problems.join('; ')}`);
}

/** Where users of a local server sign in, and the chain that they may name besides: that of a development node. */
export const LOCAL_SIGN_IN = { uri: 'http://localhost:3000/login', chainId: 31_337 } as const;

/** Read once, when the function starts. */
export const config: Config = readConfig(process.env);

/**
 * The environment of the credentials that are issued and accepted here: local servers know `test` ones and deployed
 * stacks `live` ones, so that neither can ever hold the other's.
 */
export const CREDENTIAL_ENVIRONMENT = config.DEPLOYMENT === 'local' ? 'test' : 'live';
