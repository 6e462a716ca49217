// Every function loads its settings, and with them what is said of data that breaks a rule.
import './messages.ts';
import { NEW_ACCOUNT_LIMITS, WEBHOOK_TESTS_AT_ONCE } from './contract/plans.ts';

/** What a variable's text stands for, or the rule that it breaks. */
type Read<T> = { readonly value: T } | { readonly rule: string };
/** Reads one variable. Plain functions, no schemas: every function makes them before all else. */
type Setting<T> = (text: string | undefined) => Read<T>;

/** A variable that is not set stands for `otherwise`; one that `read` makes nothing of breaks the rule. */
function setting<T, const D>(
  otherwise: D,
  rule: string,
  read: (text: string) => T | undefined,
): Setting<T | D> {
  return (text) => {
    if (text === undefined) return { value: otherwise };
    const value = read(text);
    return value === undefined ? { rule } : { value };
  };
}

const text = <const D extends string | undefined>(otherwise: D) =>
  setting<string, D>(otherwise, 'must not be empty', (given) => (given === '' ? undefined : given));

/** One of the choices; the first of them where there is none. */
const choice = <const T extends string>(first: T, ...others: readonly T[]) =>
  setting<T, T>(first, `must be one of ${[first, ...others].join(', ')}`, (given) =>
    [first, ...others].find((each) => each === given),
  );

const url = <const D extends string | undefined>(otherwise: D) =>
  setting<string, D>(otherwise, 'must be an address that begins with https:// or http://', (given) => {
    const address = given.trim();
    return /^https?:\/\//i.test(address) && URL.canParse(address) ? address : undefined;
  });

const integer = (min: number, max: number, otherwise: number) =>
  setting<number, number>(otherwise, `must be a whole number from ${min} to ${max}`, (given) => {
    const number = given === '' ? Number.NaN : Number(given);
    return Number.isInteger(number) && number >= min && number <= max ? number : undefined;
  });

const jsonObject = () =>
  setting<string, string>('{}', 'must be a JSON object', (given) => {
    try {
      const value: unknown = JSON.parse(given);
      return typeof value === 'object' && value !== null && !Array.isArray(value) ? given : undefined;
    } catch (error) {
      if (error instanceof SyntaxError) return undefined;
      throw error;
    }
  });

/** Every environment variable that the code reads, with its default. Documented in docs/configuration.md, which a test holds. */
const SETTINGS = {
  TABLE_NAME: text('yield-api'),
  /** Points the code at an embedded or local DynamoDB instead of AWS. */
  DYNAMODB_ENDPOINT: url(undefined),
  /** The access key for a local DynamoDB. Some local databases separate roles or data by it. */
  DYNAMODB_ACCESS_KEY_ID: text('local'),
  /** How long one attempt of a database call may take, its connection included, in milliseconds. */
  DYNAMODB_TIMEOUT_MS: integer(50, 20_000, 1_000),
  AWS_REGION: text('us-east-1'),
  LOG_LEVEL: choice('info', 'debug', 'warn', 'error', 'silent'),
  /** `local` on a developer's machine: webhooks may reach loopback addresses, and sign-in has a default page. */
  DEPLOYMENT: choice('aws', 'local'),
  /** A `test` stage has the sandbox and issues `test` credentials. A `live` stage has neither. */
  STAGE_KIND: choice('live', 'test'),
  /** Origins whose pages may read the answers, separated by commas; `*` stands for every one. */
  CORS_ORIGINS: setting<readonly string[], readonly string[]>(['*'], 'must not be empty', (list) =>
    list === '' ? undefined : list.split(','),
  ),
  /** What the distribution in front of the API sends with every request; without one there is none. */
  ORIGIN_SECRET: text(undefined),
  /** Accepted beside it during a rotation. */
  ORIGIN_SECRET_PREVIOUS: text(undefined),
  /** The authorizer's gateway key for credentials without one of their own. */
  GATEWAY_OVERFLOW_KEY: text(undefined),
  /** The deployed usage plans, as JSON (see shared/access/gateway.ts), for the job that makes gateway keys. */
  GATEWAY_PLANS: text(undefined),
  /**
   * The queue that receives a message when an account has events for its webhooks. Without it no messages are sent.
   */
  DELIVERY_QUEUE_URL: url(undefined),
  /** The stage's base address, for the canary. */
  CANARY_BASE_URL: url(undefined),
  /** Points the same job at another control plane than AWS's own. */
  GATEWAY_CONTROL_ENDPOINT: url(undefined),
  /**
   * The page where users sign in with their wallet: the full URI, whose authority is the SIWE domain. Without it no
   * sign-in works on a deployed stack; a local one uses LOCAL_SIGN_IN.
   */
  SIGN_IN_URI: url(undefined),
  /** Chain ids that a sign-in message may name. */
  SIGN_IN_CHAIN_IDS: setting<readonly number[], readonly number[]>(
    [1, 10, 137, 8453, 42161],
    'must be chain ids separated by commas, such as 1,8453',
    (list) => (/^\d+(,\d+)*$/.test(list) ? list.split(',').map(Number) : undefined),
  ),
  /** Where market data comes from: DefiLlama's API, or a market made from a seed. */
  MARKET_SOURCE: choice('defillama', 'sample'),
  /** Pools of the sample market. */
  SAMPLE_SIZE: integer(1, 1_000_000, 2_000),
  /** Base URLs of DefiLlama's API, without a slash at the end. */
  DEFILLAMA_YIELDS_URL: url('https://yields.llama.fi'),
  DEFILLAMA_COINS_URL: url('https://coins.llama.fi'),
  DEFILLAMA_API_URL: url('https://api.llama.fi'),
  /** Wallet whose user is made an administrator when it signs in: how a new deployment gets its first one. */
  ADMIN_WALLET: setting<string, undefined>(
    undefined,
    'must be 0x followed by 40 hexadecimal digits',
    (given) => (/^0x[0-9A-Fa-f]{40}$/.test(given) ? given : undefined),
  ),
  /** How long a session lasts after login. */
  SESSION_HOURS: integer(1, 720, 12),
  /** New accounts per day of an IPv4 /24, an IPv6 /64, an IPv6 /48, and of the service. */
  NEW_ACCOUNTS_PER_IPV4_NETWORK: integer(1, 1_000_000, NEW_ACCOUNT_LIMITS.ipv4Network),
  NEW_ACCOUNTS_PER_IPV6_NETWORK: integer(1, 1_000_000, NEW_ACCOUNT_LIMITS.ipv6Network),
  NEW_ACCOUNTS_PER_IPV6_SITE: integer(1, 1_000_000, NEW_ACCOUNT_LIMITS.ipv6Site),
  NEW_ACCOUNTS_PER_DAY: integer(1, 1_000_000, NEW_ACCOUNT_LIMITS.total),
  /** Webhook tests and manual retries of one account that may run at a time. */
  WEBHOOK_TESTS_AT_ONCE: integer(1, 100, WEBHOOK_TESTS_AT_ONCE),
  /** What differs from the default chains, as JSON by chain name (see shared/chain/networks.ts). */
  CHAIN_SETTINGS: jsonObject(),
  /** What differs from the default costs: USD per million units of gas, as JSON by chain name (see docs/market-research.md). */
  COST_SETTINGS: jsonObject(),
} as const satisfies Readonly<Record<string, Setting<unknown>>>;

type Settings = typeof SETTINGS;
export type Config = {
  readonly [Name in keyof Settings]: Settings[Name] extends Setting<infer Value> ? Value : never;
};

type Variables = Readonly<Record<string, string | undefined>>;

/** Throws when variables break their rules, and lists all of them, so that they can be fixed together. */
function requireValid(variables: Variables): void {
  const problems = Object.entries(SETTINGS).flatMap(([name, read]) => {
    const outcome = read(variables[name]);
    return 'rule' in outcome ? [`${name}: ${outcome.rule}`] : [];
  });
  if (problems.length > 0) throw new Error(`Invalid environment: ${problems.join('; ')}`);
}

/** The settings, each read when it is first asked for; one that breaks its rule throws as `readConfig` does. */
function lazyConfig(variables: Variables): Config {
  const config = {};
  for (const [name, read] of Object.entries(SETTINGS)) {
    const get = () => {
      const outcome = read(variables[name]);
      if ('rule' in outcome) return requireValid(variables);
      Object.defineProperty(config, name, outcome);
      return outcome.value;
    };
    Object.defineProperty(config, name, { get, enumerable: true, configurable: true });
  }
  // Each property is read by the setting of its name, which a loop over names does not show the compiler.
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
