import * as z from 'zod/mini';
import './messages.ts';

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

const text = () => z.string().check(z.minLength(1));
const choice = <const T extends readonly [string, ...string[]]>(choices: T, otherwise: T[number]) =>
  z._default(z.enum(choices), otherwise);
const url = (otherwise: string) => z._default(z.url(), otherwise);
const integer = (min: number, max: number, otherwise: number) =>
  z._default(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((digits: string) => Number(digits)),
      ),
      z.int().check(z.minimum(min), z.maximum(max)),
    ),
    otherwise,
  );

/**
 * Every environment variable that the code reads, with its default. Documented in docs/configuration.md. A function
 * makes the schemas of those alone that it reads.
 */
const SETTINGS = {
  TABLE_NAME: () => z._default(text(), 'yield-api'),
  /** Points the code at an embedded or local DynamoDB instead of AWS. */
  DYNAMODB_ENDPOINT: () => z.optional(z.url()),
  /** Whom a local DynamoDB sees: some tell roles, and some databases, apart by it. */
  DYNAMODB_ACCESS_KEY_ID: () => z._default(text(), 'local'),
  /** How long one attempt of a database call may take, its connection included, in milliseconds. */
  DYNAMODB_TIMEOUT_MS: () => integer(50, 20_000, 1_000),
  AWS_REGION: () => z._default(text(), 'us-east-1'),
  LOG_LEVEL: () => choice(['debug', 'info', 'warn', 'error', 'silent'], 'info'),
  /** 'local' only where demo credentials may exist. */
  DEPLOYMENT: () => choice(['local', 'aws'], 'aws'),
  /** Origins whose pages may read the answers, separated by commas; `*` stands for every one. */
  CORS_ORIGINS: () =>
    z.pipe(
      z._default(text(), '*'),
      z.transform((list: string) => list.split(',')),
    ),
  /** What the distribution in front of the API sends with every request; without one there is none. */
  ORIGIN_SECRET: () => z.optional(text()),
  /** The authorizer's gateway key for credentials without one of their own. */
  GATEWAY_OVERFLOW_KEY: () => z.optional(text()),
  /** The deployed usage plans, as JSON (see shared/access/gateway.ts), for the job that makes gateway keys. */
  GATEWAY_PLANS: () => z.optional(z.string()),
  /** The queue by which jobs are told that an account has events for its webhooks; without one nobody is. */
  DOORBELL_QUEUE_URL: () => z.optional(z.url()),
  /** The address of the newest version, for the canary. */
  CANARY_BASE_URL: () => z.optional(z.url()),
  /** Points the same job at another control plane than AWS's own. */
  GATEWAY_CONTROL_ENDPOINT: () => z.optional(z.url()),
  /**
   * The page where users sign in with their wallet, in full: the URI, and its authority the domain, of SIWE. Without
   * it nobody can sign in to a deployed stack; a local one takes LOCAL_SIGN_IN.
   */
  SIGN_IN_URI: () => z.optional(z.url({ protocol: /^https?$/ })),
  /** Chain ids that a sign-in message may name. */
  SIGN_IN_CHAIN_IDS: () =>
    z.pipe(
      z._default(
        z.string().check(z.regex(/^\d+(,\d+)*$/, 'must be chain ids separated by commas')),
        '1,10,137,8453,42161',
      ),
      z.transform((list: string) => list.split(',').map(Number)),
    ),
  /** Where market data comes from: DefiLlama's API, or a market made from a seed. */
  MARKET_SOURCE: () => choice(['defillama', 'sample'], 'defillama'),
  /** Pools of the sample market. */
  SAMPLE_SIZE: () => integer(1, 1_000_000, 2_000),
  /** Base URLs of DefiLlama's API, without a slash at the end. */
  DEFILLAMA_YIELDS_URL: () => url('https://yields.llama.fi'),
  DEFILLAMA_COINS_URL: () => url('https://coins.llama.fi'),
  DEFILLAMA_API_URL: () => url('https://api.llama.fi'),
  /** Wallet whose user is made an administrator when it signs in: how a new deployment gets its first one. */
  ADMIN_WALLET: () =>
    z.optional(z.string().check(z.regex(/^0x[0-9A-Fa-f]{40}$/, 'must be 0x and 40 hexadecimal digits'))),
  /** How long a session lasts after login. */
  SESSION_HOURS: () => integer(1, 720, 12),
  /** What differs from the default chains, as JSON by chain name (see shared/chain/networks.ts). */
  CHAIN_SETTINGS: () => z._default(z.string().check(z.refine(isJsonObject, 'must be a JSON object')), '{}'),
  /** What differs from the default costs: USD per million units of gas, as JSON by chain name (see docs/market.md). */
  COST_SETTINGS: () => z._default(z.string().check(z.refine(isJsonObject, 'must be a JSON object')), '{}'),
} as const satisfies Readonly<Record<string, () => z.ZodMiniType>>;

type Settings = typeof SETTINGS;
export type Config = { readonly [Name in keyof Settings]: z.output<ReturnType<Settings[Name]>> };

type Variables = Readonly<Record<string, string | undefined>>;

/** Refuses the variables when any breaks its rule: whoever mends one wants to hear of all. */
function requireValid(variables: Variables): void {
  const problems = Object.entries(SETTINGS).flatMap(([name, schema]) => {
    const { error } = schema().safeParse(variables[name]);
    return error?.issues.map(({ message }) => `${name}: ${message}`) ?? [];
  });
  if (problems.length > 0) throw new Error(`Invalid environment: ${problems.join('; ')}`);
}

/** The settings, each read when it is first asked for; one that breaks its rule throws as `readConfig` does. */
function lazyConfig(variables: Variables): Config {
  const config = {};
  for (const [name, schema] of Object.entries(SETTINGS)) {
    const get = () => {
      const { data: value, error } = schema().safeParse(variables[name]);
      if (error !== undefined) requireValid(variables);
      Object.defineProperty(config, name, { value });
      return value;
    };
    Object.defineProperty(config, name, { get, enumerable: true, configurable: true });
  }
  // Each property was made by the schema of its name, which a loop over names does not show the compiler.
  return config as Config;
}

/**
 * The settings as a validated model.
 *
 * @throws Error naming every variable that breaks its rule, never its value.
 */
export function readConfig(variables: Variables): Config {
  requireValid(variables);
  return lazyConfig(variables);
}

/** Where users of a local server sign in, and the chain that they may name besides: that of a development node. */
export const LOCAL_SIGN_IN = { uri: 'http://localhost:3000/login', chainId: 31_337 } as const;

/** The settings of this process. A function reads those alone that it uses. */
export const config: Config = lazyConfig(process.env);

/**
 * The environment of the credentials that are issued and accepted here: local servers know `test` ones and deployed
 * stacks `live` ones, so that neither can ever hold the other's.
 */
export const CREDENTIAL_ENVIRONMENT = config.DEPLOYMENT === 'local' ? 'test' : 'live';
