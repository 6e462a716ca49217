// This import installs the messages of validation rules. It is in this file because every Lambda function
// imports this file.
import './messages.ts';
import { NEW_ACCOUNT_LIMITS, WEBHOOK_TESTS_AT_ONCE } from './contract/plans.ts';

/** The parsed value of a variable, or the rule that its text breaks. */
type ParseResult<T> = { readonly value: T } | { readonly rule: string };
/**
 * Parses one environment variable. Settings are functions and not zod schemas, because every Lambda function creates
 * all settings at its start and schemas are slow to create.
 */
type SettingParser<T> = (text: string | undefined) => ParseResult<T>;

/**
 * Returns a parser that uses `defaultValue` for a missing variable. `parseText` returns undefined if the text breaks
 * the rule.
 */
function createSetting<T, const D>(
  defaultValue: D,
  rule: string,
  parseText: (text: string) => T | undefined,
): SettingParser<T | D> {
  return (text) => {
    if (text === undefined) return { value: defaultValue };
    const value = parseText(text);
    return value === undefined ? { rule } : { value };
  };
}

const createTextSetting = <const D extends string | undefined>(defaultValue: D) =>
  createSetting<string, D>(defaultValue, 'must not be empty', (text) => (text === '' ? undefined : text));

/** Creates a parser for a text that must be one of the choices. The first choice is the default. */
const createChoiceSetting = <const T extends string>(defaultChoice: T, ...otherChoices: readonly T[]) => {
  const choices = [defaultChoice, ...otherChoices];
  return createSetting<T, T>(defaultChoice, `must be one of ${choices.join(', ')}`, (text) =>
    choices.find((each) => each === text),
  );
};

const createUrlSetting = <const D extends string | undefined>(defaultValue: D) =>
  createSetting<string, D>(defaultValue, 'must be a URL that begins with https:// or http://', (text) => {
    const address = text.trim();
    return /^https?:\/\//i.test(address) && URL.canParse(address) ? address : undefined;
  });

const createIntegerSetting = (min: number, max: number, defaultValue: number) =>
  createSetting<number, number>(defaultValue, `must be a whole number from ${min} to ${max}`, (text) => {
    const parsedNumber = text === '' ? Number.NaN : Number(text);
    return Number.isInteger(parsedNumber) && parsedNumber >= min && parsedNumber <= max
      ? parsedNumber
      : undefined;
  });

const createJsonObjectSetting = () =>
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
 * All environment variables that the code reads, with their default values. docs/configuration.md must describe
 * each of them.
 */
const SETTINGS = {
  TABLE_NAME: createTextSetting('yield-api'),
  /** Endpoint of a local or embedded DynamoDB that is used instead of AWS. */
  DYNAMODB_ENDPOINT: createUrlSetting(undefined),
  /** Access key id for a local DynamoDB. Some local databases store separate data for each access key id. */
  DYNAMODB_ACCESS_KEY_ID: createTextSetting('local'),
  /** Time limit of one attempt of a database call in milliseconds. It includes the time to connect. */
  DYNAMODB_TIMEOUT_MS: createIntegerSetting(50, 20_000, 1_000),
  AWS_REGION: createTextSetting('us-east-1'),
  LOG_LEVEL: createChoiceSetting('info', 'debug', 'warn', 'error', 'silent'),
  /**
   * `local` is for a developer's machine. Webhooks may then use loopback addresses, and there is a default
   * sign-in page.
   */
  DEPLOYMENT: createChoiceSetting('aws', 'local'),
  /**
   * A `test` stage has the sandbox and issues `test` credentials. A `live` stage has no sandbox and issues
   * `live` credentials.
   */
  STAGE_KIND: createChoiceSetting('live', 'test'),
  /** Origins whose pages may read responses (CORS), separated by commas. `*` allows all origins. */
  CORS_ORIGINS: createSetting<readonly string[], readonly string[]>(['*'], 'must not be empty', (list) =>
    list === '' ? undefined : list.split(','),
  ),
  /** Secret that CloudFront adds to every request. Undefined if the stage has no CloudFront distribution. */
  ORIGIN_SECRET: createTextSetting(undefined),
  /** The previous ORIGIN_SECRET. It is still accepted, because CloudFront may send it during a rotation. */
  ORIGIN_SECRET_PREVIOUS: createTextSetting(undefined),
  /** API Gateway key that the authorizer uses for accounts that have no key of their own. */
  GATEWAY_OVERFLOW_KEY: createTextSetting(undefined),
  /** Usage plans of the deployed API as JSON (see shared/access/gateway.ts). */
  GATEWAY_PLANS: createTextSetting(undefined),
  /** URL of the queue for webhook deliveries. Without this URL, no messages are sent. */
  DELIVERY_QUEUE_URL: createUrlSetting(undefined),
  /** Base URL of the stage. The canary sends its requests to it. */
  CANARY_BASE_URL: createUrlSetting(undefined),
  /** Endpoint of an emulator that replaces the management API of API Gateway. */
  GATEWAY_CONTROL_ENDPOINT: createUrlSetting(undefined),
  /**
   * URI of the page on which users sign in with their wallet. Its host is the domain of sign-in messages. Without
   * it, users of a deployed stage cannot sign in.
   */
  SIGN_IN_URI: createUrlSetting(undefined),
  /** Chain ids that a sign-in message may contain. */
  SIGN_IN_CHAIN_IDS: createSetting<readonly number[], readonly number[]>(
    [1, 10, 137, 8453, 42161],
    'must be chain ids separated by commas, such as 1,8453',
    (list) => (/^\d+(,\d+)*$/.test(list) ? list.split(',').map(Number) : undefined),
  ),
  /** Source of the market data: DefiLlama's API, or a sample market that is generated from a seed. */
  MARKET_SOURCE: createChoiceSetting('defillama', 'sample'),
  /** Number of pools in the sample market. */
  SAMPLE_SIZE: createIntegerSetting(1, 1_000_000, 2_000),
  /** Base URLs of DefiLlama's APIs, without a slash at the end. */
  DEFILLAMA_YIELDS_URL: createUrlSetting('https://yields.llama.fi'),
  DEFILLAMA_COINS_URL: createUrlSetting('https://coins.llama.fi'),
  DEFILLAMA_API_URL: createUrlSetting('https://api.llama.fi'),
  /**
   * Address of a wallet whose account becomes an administrator at sign-in. A new deployment needs it to get
   * its first administrator.
   */
  ADMIN_WALLET: createSetting<string, undefined>(
    undefined,
    'must be 0x followed by 40 hexadecimal digits',
    (text) => (/^0x[0-9A-Fa-f]{40}$/.test(text) ? text : undefined),
  ),
  /** Lifetime of a session in hours. */
  SESSION_HOURS: createIntegerSetting(1, 720, 12),
  /**
   * Maximum number of new accounts per day, in this order: per IPv4 /24 network, per IPv6 /64 network, per IPv6 /48
   * network, and in total.
   */
  NEW_ACCOUNTS_PER_IPV4_NETWORK: createIntegerSetting(1, 1_000_000, NEW_ACCOUNT_LIMITS.ipv4Network),
  NEW_ACCOUNTS_PER_IPV6_NETWORK: createIntegerSetting(1, 1_000_000, NEW_ACCOUNT_LIMITS.ipv6Network),
  NEW_ACCOUNTS_PER_IPV6_SITE: createIntegerSetting(1, 1_000_000, NEW_ACCOUNT_LIMITS.ipv6Site),
  NEW_ACCOUNTS_PER_DAY: createIntegerSetting(1, 1_000_000, NEW_ACCOUNT_LIMITS.total),
  /** Maximum number of webhook tests and manual retries of one account that may run at the same time. */
  WEBHOOK_TESTS_AT_ONCE: createIntegerSetting(1, 100, WEBHOOK_TESTS_AT_ONCE),
  /** Chain settings that differ from the defaults, as JSON by chain name (see shared/chain/networks.ts). */
  CHAIN_SETTINGS: createJsonObjectSetting(),
  /**
   * Gas costs that differ from the defaults, as JSON by chain name. They are in USD per million units of gas
   * (see docs/market-research.md).
   */
  COST_SETTINGS: createJsonObjectSetting(),
} as const satisfies Readonly<Record<string, SettingParser<unknown>>>;

type Settings = typeof SETTINGS;
export type Config = {
  readonly [Name in keyof Settings]: Settings[Name] extends SettingParser<infer Value> ? Value : never;
};

type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** Throws an error that lists all invalid variables. */
function requireValidVariables(variables: EnvironmentVariables): void {
  const problems = Object.entries(SETTINGS).flatMap(([name, parseSetting]) => {
    const parseResult = parseSetting(variables[name]);
    return 'rule' in parseResult ? [`${name}: ${parseResult.rule}`] : [];
  });
  if (problems.length > 0) throw new Error(`Invalid environment: ${problems.join('; ')}`);
}

/**
 * Returns a config that parses each variable at its first use. An invalid variable throws the same error as
 * `readConfig`.
 */
export function createLazyConfig(variables: EnvironmentVariables): Config {
  const lazyConfig = {};
  for (const [name, parseSetting] of Object.entries(SETTINGS)) {
    const get = () => {
      const outcome = parseSetting(variables[name]);
      if ('rule' in outcome) return requireValidVariables(variables);
      Object.defineProperty(lazyConfig, name, outcome);
      return outcome.value;
    };
    Object.defineProperty(lazyConfig, name, { get, enumerable: true, configurable: true });
  }
  // Each property has the type that its parser returns. The compiler cannot derive this from the loop above.
  return lazyConfig as Config;
}

/**
 * Validates all environment variables and returns the config.
 *
 * @throws Error with the name of every invalid variable; it never contains a value
 */
export function readConfig(variables: EnvironmentVariables): Config {
  requireValidVariables(variables);
  return createLazyConfig(variables);
}

/** The sign-in page of a local server, and the chain id of a local development chain. */
export const LOCAL_SIGN_IN = { uri: 'http://localhost:3000/login', chainId: 31_337 } as const;

/** The config of this process. Each variable is parsed only when it is first used. */
export const config: Config = createLazyConfig(process.env);
