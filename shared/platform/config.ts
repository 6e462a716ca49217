// Every Lambda function imports this file, so the import also installs the messages of validation rules.
import './messages.ts';
import { NEW_ACCOUNT_LIMITS, WEBHOOK_TESTS_AT_ONCE } from './contract/plans.ts';

/** The parsed value of a variable, or the rule that it breaks. */
type Read<T> = { readonly value: T } | { readonly rule: string };
/**
 * Parses one environment variable. Not a zod schema, because every function creates all of them at its start.
 */
type Setting<T> = (text: string | undefined) => Read<T>;

/** Creates a parser with a default value and a rule. `read` returns undefined if the text breaks the rule. */
function createSetting<T, const D>(
  defaultValue: D,
  rule: string,
  read: (text: string) => T | undefined,
): Setting<T | D> {
  return (text) => {
    if (text === undefined) return { value: defaultValue };
    const value = read(text);
    return value === undefined ? { rule } : { value };
  };
}

const text = <const D extends string | undefined>(defaultValue: D) =>
  createSetting<string, D>(defaultValue, 'must not be empty', (text) => (text === '' ? undefined : text));

/** One of the choices. The first is the default. */
const choice = <const T extends string>(first: T, ...otherChoices: readonly T[]) => {
  const choices = [first, ...otherChoices];
  return createSetting<T, T>(first, `must be one of ${choices.join(', ')}`, (text) =>
    choices.find((each) => each === text),
  );
};

const url = <const D extends string | undefined>(defaultValue: D) =>
  createSetting<string, D>(defaultValue, 'must be a URL that begins with https:// or http://', (text) => {
    const address = text.trim();
    return /^https?:\/\//i.test(address) && URL.canParse(address) ? address : undefined;
  });

const integer = (min: number, max: number, defaultValue: number) =>
  createSetting<number, number>(defaultValue, `must be a whole number from ${min} to ${max}`, (text) => {
    const number = text === '' ? Number.NaN : Number(text);
    return Number.isInteger(number) && number >= min && number <= max ? number : undefined;
  });

const jsonObject = () =>
  createSetting<string, string>('{}', 'must be a JSON object', (text) => {
    try {
      const value: unknown = JSON.parse(text);
      return typeof value === 'object' && value !== null && !Array.isArray(value) ? text : undefined;
    } catch (error) {
      if (error instanceof SyntaxError) return undefined;
      throw error;
    }
  });

/**
 * All environment variables that the code reads, with their defaults. docs/configuration.md describes them,
 * which a test checks.
 */
const SETTINGS = {
  TABLE_NAME: text('yield-api'),
  /** Endpoint of an embedded or local DynamoDB, instead of AWS. */
  DYNAMODB_ENDPOINT: url(undefined),
  /** Access key for a local DynamoDB. Some local databases use it to separate roles or data. */
  DYNAMODB_ACCESS_KEY_ID: text('local'),
  /** Time limit of one attempt of a database call, including the connection, in milliseconds. */
  DYNAMODB_TIMEOUT_MS: integer(50, 20_000, 1_000),
  AWS_REGION: text('us-east-1'),
  LOG_LEVEL: choice('info', 'debug', 'warn', 'error', 'silent'),
  /**
   * `local` on a developer's machine: webhooks may use loopback addresses, and the sign-in page has a
   * default.
   */
  DEPLOYMENT: choice('aws', 'local'),
  /** A `test` stage has the sandbox and issues `test` credentials. A `live` stage has neither. */
  STAGE_KIND: choice('live', 'test'),
  /** Origins whose pages may read responses (CORS), separated by commas; `*` allows all. */
  CORS_ORIGINS: createSetting<readonly string[], readonly string[]>(['*'], 'must not be empty', (list) =>
    list === '' ? undefined : list.split(','),
  ),
  /** Secret that CloudFront adds to every request. Undefined without CloudFront. */
  ORIGIN_SECRET: text(undefined),
  /** The previous secret, also accepted during a rotation. */
  ORIGIN_SECRET_PREVIOUS: text(undefined),
  /** The authorizer's gateway key for credentials without their own. */
  GATEWAY_OVERFLOW_KEY: text(undefined),
  /**
   * The deployed usage plans as JSON (see shared/access/gateway.ts), for the job that creates gateway keys.
   */
  GATEWAY_PLANS: text(undefined),
  /**
   * The queue for messages about accounts that have events for their webhooks. Without it, no messages are
   * sent.
   */
  DELIVERY_QUEUE_URL: url(undefined),
  /** Base address of the stage, for the canary. */
  CANARY_BASE_URL: url(undefined),
  /** Endpoint of API Gateway's control plane for the gateway key job, if it is not that of AWS. */
  GATEWAY_CONTROL_ENDPOINT: url(undefined),
  /**
   * Full URI of the page on which users sign in with their wallet. Its authority is the SIWE domain.
   * A deployed stage without it has no sign-in; a local server uses LOCAL_SIGN_IN.
   */
  SIGN_IN_URI: url(undefined),
  /** Chain ids that a sign-in message may contain. */
  SIGN_IN_CHAIN_IDS: createSetting<readonly number[], readonly number[]>(
    [1, 10, 137, 8453, 42161],
    'must be chain ids separated by commas, such as 1,8453',
    (list) => (/^\d+(,\d+)*$/.test(list) ? list.split(',').map(Number) : undefined),
  ),
  /** Source of the market data: the API of DefiLlama, or a sample market generated from a seed. */
  MARKET_SOURCE: choice('defillama', 'sample'),
  /** Number of pools in the sample market. */
  SAMPLE_SIZE: integer(1, 1_000_000, 2_000),
  /** Base URLs of DefiLlama's APIs, without a trailing slash. */
  DEFILLAMA_YIELDS_URL: url('https://yields.llama.fi'),
  DEFILLAMA_COINS_URL: url('https://coins.llama.fi'),
  DEFILLAMA_API_URL: url('https://api.llama.fi'),
  /**
   * Wallet whose account becomes an administrator at sign-in. A new deployment gets its first administrator
   * this way.
   */
  ADMIN_WALLET: createSetting<string, undefined>(
    undefined,
    'must be 0x followed by 40 hexadecimal digits',
    (text) => (/^0x[0-9A-Fa-f]{40}$/.test(text) ? text : undefined),
  ),
  /** Lifetime of a session in hours. */
  SESSION_HOURS: integer(1, 720, 12),
  /** Limits of new accounts per day: per IPv4 /24, per IPv6 /64, per IPv6 /48, and in total. */
  NEW_ACCOUNTS_PER_IPV4_NETWORK: integer(1, 1_000_000, NEW_ACCOUNT_LIMITS.ipv4Network),
  NEW_ACCOUNTS_PER_IPV6_NETWORK: integer(1, 1_000_000, NEW_ACCOUNT_LIMITS.ipv6Network),
  NEW_ACCOUNTS_PER_IPV6_SITE: integer(1, 1_000_000, NEW_ACCOUNT_LIMITS.ipv6Site),
  NEW_ACCOUNTS_PER_DAY: integer(1, 1_000_000, NEW_ACCOUNT_LIMITS.total),
  /** Webhook tests and manual retries of one account that may run at once. */
  WEBHOOK_TESTS_AT_ONCE: integer(1, 100, WEBHOOK_TESTS_AT_ONCE),
  /** Changes to the default chains, as JSON by chain name (see shared/chain/networks.ts). */
  CHAIN_SETTINGS: jsonObject(),
  /**
   * Changes to the default costs in USD per million units of gas, as JSON by chain name (see
   * docs/market-research.md).
   */
  COST_SETTINGS: jsonObject(),
} as const satisfies Readonly<Record<string, Setting<unknown>>>;

type Settings = typeof SETTINGS;
export type Config = {
  readonly [Name in keyof Settings]: Settings[Name] extends Setting<infer Value> ? Value : never;
};

type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** Throws an Error that lists all variables that break their rules, so that they can be fixed together. */
function requireValid(variables: EnvironmentVariables): void {
  const problems = Object.entries(SETTINGS).flatMap(([name, read]) => {
    const outcome = read(variables[name]);
    return 'rule' in outcome ? [`${name}: ${outcome.rule}`] : [];
  });
  if (problems.length > 0) throw new Error(`Invalid environment: ${problems.join('; ')}`);
}

/**
 * A config that parses each variable at its first use. An invalid one throws the same Error as `readConfig`.
 */
function lazyConfig(variables: EnvironmentVariables): Config {
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
  // Each property has the type of its parser, which the compiler cannot derive from the loop above.
  return config as Config;
}

/**
 * Validates all environment variables and returns the config.
 *
 * @throws Error with the name of every invalid variable, never its value
 */
export function readConfig(variables: EnvironmentVariables): Config {
  requireValid(variables);
  return lazyConfig(variables);
}

/**
 * The sign-in page of a local server, and the chain id of a local development node, which sign-in then
 * accepts too.
 */
export const LOCAL_SIGN_IN = { uri: 'http://localhost:3000/login', chainId: 31_337 } as const;

/** The config of this process. A function parses only the variables that it uses. */
export const config: Config = lazyConfig(process.env);
