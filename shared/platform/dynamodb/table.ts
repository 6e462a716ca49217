// Longer than most files: all keys of the table are in one place, so that a collision of two keys is visible.

/** The variable names of a key template such as `STRAT#{id}`. */
type TemplateVariables<T extends string> = T extends `${string}{${infer V}}${infer Rest}`
  ? V | TemplateVariables<Rest>
  : never;

type TemplateValues<T extends string> = Readonly<Record<TemplateVariables<T>, string | number>>;

/**
 * The settings of the single DynamoDB table, from which the infrastructure and the local database create it.
 * The table has no index. Lists are items of their own (see numbered-list.ts), so that any page can be read
 * by number.
 */
export const TABLE = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /**
   * Epoch seconds after which DynamoDB may delete the item. DynamoDB deletes late, so readers check the time
   * too.
   */
  ttlAttribute: 'ttl',
  stream: 'NEW_AND_OLD_IMAGES',
} as const;

/**
 * Converts a template such as `STRAT#{id}` to a function of its variables. The template is split at the first
 * call, because a Lambda function uses only a few templates.
 */
function template<const T extends string>(text: T): (values: TemplateValues<T>) => string {
  let parts: readonly string[] | undefined;
  return (values) => {
    parts ??= text.split(/[{}]/);
    const templateValues: Readonly<Record<string, string | number>> = values;
    let result = '';
    parts.forEach((part, index) => {
      result += index % 2 === 0 ? part : String(templateValues[part]);
    });
    return result;
  };
}

/** Defines a kind of item: its key templates, and a function that builds its key from their variables. */
function item<const P extends string, const S extends string>(pk: P, sk: S) {
  const partition = template(pk);
  const sort = template(sk);
  return {
    template: { pk, sk },
    key: (values: TemplateValues<P> & TemplateValues<S>) => ({ pk: partition(values), sk: sort(values) }),
  };
}

/**
 * All kinds of items in the table, with their keys. Sequence numbers in keys are zero-padded to
 * SEQUENCE_DIGITS, so that they sort as text.
 */
export const ITEMS = {
  // Snapshots of the catalog and the market.
  snapshotHead: item('SNAPSHOT#{name}', 'HEAD'),
  /** One item for each stored version of a snapshot, until that version is deleted. */
  snapshotVersion: item('SNAPSHOT#{name}', 'VERSION#{version}'),
  /**
   * One partition per chunk: many Lambda instances that start at once would exceed the throughput of a single
   * partition.
   */
  snapshotChunk: item('SNAPSHOT#{name}#{version}#{index}', 'CHUNK'),
  /** Features that operators have stopped, with the texts for callers. */
  switches: item('SWITCHES', 'SWITCHES'),
  /** Leases: which worker may run a job now. */
  lease: item('LEASE#{name}', 'LEASE'),
  // Strategies.
  strategy: item('STRAT#{id}', 'STRATEGY'),
  strategyHistory: item('STRAT#{id}', 'HISTORY#{quarter}'),
  /** Borrowed share of each lending market in one hour (UTC), all markets in one item. */
  utilisation: item('UTILISATION#{day}', 'HOUR#{hour}'),
  /** Pauses of strategies by operators. All are in one partition, so that one query finds them. */
  strategyPause: item('PAUSES', 'STRAT#{id}'),
  // Users, credentials and rate limits.
  credential: item('CRED#{hash}', 'CREDENTIAL'),
  /**
   * Token buckets of accounts, and of anonymous callers by IP address. Their key prefixes are separate from
   * those of other items, because they change with every request and the stream followers ignore them.
   */
  accountBucket: item('LIMIT#{account}', 'BUCKET'),
  addressBucket: item('ADDRESS#{address}', 'BUCKET'),
  /** Usage of an account's credentials on one UTC day. */
  usageDay: item('USAGE#{account}', 'DAY#{day}'),
  user: item('USER#{userId}', 'USER'),
  userApiKey: item('USER#{userId}', 'APIKEY#{keyId}'),
  walletLogin: item('LOGIN#{address}', 'LOGIN'),
  /** Finds users by the start of their id or wallet address. The first characters are the partition key. */
  userSearch: item('USERSEARCH#{beginning}', '{text}'),
  /** Used nonces, and the secrets that sign nonces. */
  nonce: item('NONCE#{nonce}', 'NONCE'),
  nonceSecrets: item('NONCES', 'SECRETS'),
  /** Audit events: who changed what in an account, or as an operator. Written once, kept for 400 days. */
  auditEvent: item('AUDIT#{id}', 'EVENT'),
  /** The gateway key of an account, and the usage plans of an API to which gateway keys may belong. */
  gatewayKey: item('GATEWAY#{account}', 'KEY'),
  gatewayPlans: item('GATEWAY', 'PLANS#{apiId}'),
  /**
   * Webhook endpoints of an account with their progress, their number, and a list of all endpoints for the
   * sweep.
   */
  webhook: item('WEBHOOKS#{account}', 'WEBHOOK#{id}'),
  webhookCount: item('WEBHOOKS#{account}', 'COUNT'),
  webhookPlace: item('WEBHOOKS', '{id}'),
  /** Running webhook tests of an account: one slot for each test that may run at the same time. */
  webhookTest: item('WEBHOOKTESTS#{account}', 'SLOT#{slot}'),
  /** The latest deliveries of an endpoint, in a fixed number of slots that are reused. */
  delivery: item('DELIVERIES#{webhook}', 'SLOT#{slot}'),
  /** Keys that encrypt stored secrets which the service must read again. */
  sealingKey: item('SEALINGKEY#{name}', 'KEY'),
  // Wallet connections, their audit trail, and items that make the pair of address and end user unique per
  // account.
  walletConnection: item('WALLET#{id}', 'CONNECTION'),
  walletEvent: item('WALLET#{id}', 'EVENT#{number}'),
  walletPair: item('WALLETS#{owner}', 'PAIR#{address}#{userId}'),
  // Numbered lists: their entries, and the counts that locate a page.
  sequence: item('SEQUENCE#{sequence}', 'SEQUENCE'),
  listLeaf: item('LIST#{list}', 'LEAF#{leaf}'),
  listBlock: item('LIST#{list}', 'BLOCK#{block}'),
  // The sandbox ledger: items of an owner, then items of a strategy.
  ledgerHead: item('LEDGER#{owner}', 'HEAD'),
  ledgerPosition: item('LEDGER#{owner}', 'POSITION#{strategy}'),
  /** The strategy id of the owner's n-th investment. */
  ledgerOpened: item('LEDGER#{owner}', 'OPENED#{number}'),
  /** An account's sub-accounts, and their number. */
  ledgerUser: item('SUBACCOUNTS#{account}', 'USER#{userId}'),
  ledgerUserCount: item('SUBACCOUNTS#{account}', 'COUNT'),
  ledgerEntry: item('LEDGER#{owner}', 'JOURNAL#{sequence}'),
  ledgerStream: item('LEDGER#{owner}', 'STREAM#{stream}#{block}'),
  /** An owner's positions after some journal entry. Reports continue from them. */
  ledgerStandings: item('LEDGERSTANDINGS#{owner}', 'AT#{at}#{sequence}'),
  strategyLedger: item('STRAT#{id}', 'LEDGER'),
  strategyIndex: item('STRAT#{id}', 'INDEX#{number}'),
  strategyPool: item('STRAT#{id}', 'POOL#{shard}'),
  /**
   * The turn number for large deposits into a sandbox strategy, so that only one at a time relies on the same
   * deposit cap.
   */
  strategyRoom: item('STRAT#{id}', 'ROOM'),
  /** One item for each strategy that ever received a deposit. */
  ledgerStrategy: item('LEDGERS', 'STRAT#{id}'),
  /** How far the sandbox clock is ahead of real time. */
  sandboxClock: item('SANDBOX', 'CLOCK'),
  // Settlement on chain: vaults, intents (on-chain transactions), and the journals of wallets in vaults.
  vault: item('VAULTS', 'STRAT#{id}'),
  /** Observed share prices of a vault. */
  vaultFigures: item('VAULTFIGURES', 'STRAT#{id}'),
  /** The last comparison of a vault's shares in the journals with those on the chain. */
  vaultComparison: item('VAULTCOMPARISONS', 'STRAT#{id}'),
  intent: item('INTENT#{id}', 'INTENT'),
  /** Intents that the watcher must follow, by chain. */
  liveIntent: item('INTENTS#{chain}', '{account}#{id}'),
  /** All intents of a wallet on a chain, in every state. */
  walletIntent: item('INTENTS#{chain}#{wallet}', '{id}'),
  /** An account's list of intents, by number. The numbers have no gaps, so the last number is the count. */
  accountIntent: item('TRANSACTIONS#{account}', '{number}'),
  /** Wallets whose vault events are recorded. */
  followedWallet: item('FOLLOWED#{chain}', '{vault}#{wallet}'),
  /** Vaults and wallets whose shares an account sees. */
  vaultHolding: item('HOLDINGS#{account}', 'VAULT#{chain}#{vault}#{wallet}'),
  chainBalance: item('ONCHAIN#{chain}#{vault}#{wallet}', 'BALANCE'),
  chainEntry: item('ONCHAIN#{chain}#{vault}#{wallet}', 'ENTRY#{sequence}'),
  /** The event history of a position: one list per type of event. */
  chainEvent: item('ONCHAIN#{chain}#{vault}#{wallet}', 'BOOKED#{type}#{number}'),
  /** A position's state after each moment with a confirmed event, for reports about the past. */
  chainStanding: item('ONCHAIN#{chain}#{vault}#{wallet}', 'AT#{at}'),
  /** The time range for which such states are outdated, so that reports must replay the journal. */
  chainReplay: item('ONCHAIN#{chain}#{vault}#{wallet}', 'AT-REPLAY'),
  /** Vault events that are recorded as pending or posted, by block. */
  chainLog: item('CHAINLOG#{chain}', '{block}#{log}'),
  watcher: item('WATCHER#{chain}', 'CHECKPOINT'),
  /** The range of blocks that the watcher reads again. */
  chainRescan: item('WATCHER#{chain}', 'RESCAN'),
  // Statistics: counters in groups, markers of counted changes, and daily values.
  statisticsGroup: item('STATISTICS#{ledger}', '{group}'),
  /** Time until which requests have been counted. */
  requestCollection: item('STATISTICS', 'REQUESTS'),
  statisticsMarker: item('COUNTED#{event}', 'COUNTED'),
  statisticsDay: item('STATISTICSDAYS', '{day}'),
  // Events of accounts: the last sequence number, the events, and markers of causes whose event was created.
  eventHead: item('EVENTS#{account}', 'HEAD'),
  event: item('EVENTS#{account}', 'EVENT#{sequence}'),
  eventCause: item('EVENTS#{account}', 'CAUSE#{id}'),
  /** Announcements that all accounts have received. */
  announcement: item('ANNOUNCED', '{cause}'),
  // Alerts: those of an account, those that watch the same subject, and the state per strategy.
  alertCount: item('ALERTS#{account}', 'COUNT'),
  alert: item('ALERTS#{account}', 'ALERT#{id}'),
  /** Marks that alerts exist for a watched subject: a strategy, or a property that strategies share. */
  watchHead: item('WATCH#{watched}', 'HEAD'),
  watch: item('WATCH#{watched}', 'ALERT#{id}'),
  alertState: item('ALERTSTATE#{id}', 'STRAT#{strategy}'),
  // Responses that are stored for requests with an idempotency key.
  idempotency: item('IDEMPOTENCY#{owner}', '{route}#{key}'),
} as const;

export type ItemName = keyof typeof ITEMS;

/** The part of a template before its first variable; the whole template if it has none. */
export const fixedPrefix = (template: string) => template.split('{')[0] ?? template;

/** The key prefixes of a kind of item. */
export function keyPrefixes({ template: { pk, sk } }: (typeof ITEMS)[keyof typeof ITEMS]) {
  return { pk: fixedPrefix(pk), sk: fixedPrefix(sk) };
}

/** The prefix of the partition keys of a kind of item, for filters of the table's stream. */
export function partitionPrefix({ template: { pk } }: (typeof ITEMS)[keyof typeof ITEMS]): string {
  return fixedPrefix(pk);
}

/** The pattern of the partition keys of a kind of item, for an IAM policy. */
export function partitionPattern(name: ItemName): string {
  const { pk } = ITEMS[name].template;
  return pk.includes('{') ? `${fixedPrefix(pk)}*` : pk;
}

/** Digits of a sequence number in a key: enough for a million entries per second over thirty years. */
const SEQUENCE_DIGITS = 15;

/** A sequence number with leading zeros, for a key. */
export function sequenceText(sequence: number): string {
  return String(sequence).padStart(SEQUENCE_DIGITS, '0');
}
