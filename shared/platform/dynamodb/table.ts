// This file is long, because it contains all keys of the table. In one file, two equal keys are easy to see.

/** Type of the variable names in a key template such as `STRAT#{id}`. */
type TemplateVariables<T extends string> = T extends `${string}{${infer V}}${infer Rest}`
  ? V | TemplateVariables<Rest>
  : never;

type TemplateValues<T extends string> = Readonly<Record<TemplateVariables<T>, string | number>>;

/**
 * Settings of the single DynamoDB table. It has no secondary index: lists are stored as separate items (see
 * numbered-list.ts), so that a page can be read by its page number.
 */
export const TABLE = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /**
   * Attribute with the time in epoch seconds after which DynamoDB may delete the item. DynamoDB deletes items
   * late. Therefore readers must check the time too.
   */
  ttlAttribute: 'ttl',
  stream: 'NEW_AND_OLD_IMAGES',
} as const;

/** Converts a template such as `STRAT#{id}` to a function that builds the key from the variables. */
function compileKeyTemplate<const T extends string>(text: T): (values: TemplateValues<T>) => string {
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

/**
 * Defines a kind of item by the templates of its two keys. `key` builds an item's key from the values of the
 * variables.
 */
function item<const P extends string, const S extends string>(pk: P, sk: S) {
  const fillPartitionKey = compileKeyTemplate(pk);
  const fillSortKey = compileKeyTemplate(sk);
  return {
    template: { pk, sk },
    key: (values: TemplateValues<P> & TemplateValues<S>) => ({
      pk: fillPartitionKey(values),
      sk: fillSortKey(values),
    }),
  };
}

/**
 * All kinds of items in the table, with their keys. A sequence number in a key is zero-padded to
 * SEQUENCE_DIGITS digits, so that keys can be sorted as text.
 */
export const ITEMS = {
  // Snapshots of the catalog and the market.
  snapshotHead: item('SNAPSHOT#{name}', 'HEAD'),
  /** One item for each stored version of a snapshot. It is deleted together with the chunks of the version. */
  snapshotVersion: item('SNAPSHOT#{name}', 'VERSION#{version}'),
  /**
   * Each chunk has its own partition. If many Lambda instances start at the same time, reading all chunks
   * from one partition would exceed its throughput.
   */
  snapshotChunk: item('SNAPSHOT#{name}#{version}#{index}', 'CHUNK'),
  /** Features that operators have stopped, with the reasons that callers see. */
  switches: item('SWITCHES', 'SWITCHES'),
  /** Leases. A lease shows which worker may run a job now. */
  lease: item('LEASE#{name}', 'LEASE'),
  // Strategies and their history.
  strategy: item('STRAT#{id}', 'STRATEGY'),
  strategyHistory: item('STRAT#{id}', 'HISTORY#{quarter}'),
  /**
   * Utilisation of all lending markets in one hour (UTC): the share of the deposits that is borrowed. One
   * item contains all markets.
   */
  utilisation: item('UTILISATION#{day}', 'HOUR#{hour}'),
  /** Pauses of strategies by operators. All pauses are in one partition, so that one query can find them. */
  strategyPause: item('PAUSES', 'STRAT#{id}'),
  // Users, credentials and rate limits.
  credential: item('CRED#{hash}', 'CREDENTIAL'),
  /**
   * Token buckets of the rate limits: one for each account, and one for each IP address of anonymous callers. No
   * other key starts with these prefixes, so that the functions that read the table's stream can ignore buckets.
   */
  accountBucket: item('LIMIT#{account}', 'BUCKET'),
  addressBucket: item('ADDRESS#{address}', 'BUCKET'),
  /** Usage of an account's credentials during one UTC day. */
  usageDay: item('USAGE#{account}', 'DAY#{day}'),
  user: item('USER#{userId}', 'USER'),
  userApiKey: item('USER#{userId}', 'APIKEY#{keyId}'),
  walletLogin: item('LOGIN#{address}', 'LOGIN'),
  /**
   * Items for finding users by the first characters of their id or wallet address. The partition key contains these
   * characters, so that the items are spread over many partitions.
   */
  userSearch: item('USERSEARCH#{beginning}', '{text}'),
  /** Used nonces, and the secrets that sign nonces. */
  nonce: item('NONCE#{nonce}', 'NONCE'),
  nonceSecrets: item('NONCES', 'SECRETS'),
  /**
   * Audit events. They record who changed what in an account, and what operators did. They are never changed
   * and are kept for 400 days.
   */
  auditEvent: item('AUDIT#{id}', 'EVENT'),
  /** The gateway key of an account, and the usage plans of an API. */
  gatewayKey: item('GATEWAY#{account}', 'KEY'),
  gatewayPlans: item('GATEWAY', 'PLANS#{apiId}'),
  /**
   * Webhook endpoints of an account with the state of their deliveries, and the number of these endpoints.
   * `webhookPlace` lists the endpoints of all accounts.
   */
  webhook: item('WEBHOOKS#{account}', 'WEBHOOK#{id}'),
  webhookCount: item('WEBHOOKS#{account}', 'COUNT'),
  webhookPlace: item('WEBHOOKS', '{id}'),
  /** Running webhook tests of an account. There is one slot for each test that may run at the same time. */
  webhookTest: item('WEBHOOKTESTS#{account}', 'SLOT#{slot}'),
  /**
   * The latest deliveries of an endpoint. The number of slots is fixed, and a new delivery replaces the
   * previous one in its slot.
   */
  delivery: item('DELIVERIES#{webhook}', 'SLOT#{slot}'),
  /**
   * Keys that encrypt stored secrets. Such secrets cannot be stored as hashes, because the service must read
   * them again.
   */
  sealingKey: item('SEALINGKEY#{name}', 'KEY'),
  // Wallet connections and their audit trail. A pair item ensures that an account connects an address only once for
  // each end user.
  walletConnection: item('WALLET#{id}', 'CONNECTION'),
  walletEvent: item('WALLET#{id}', 'EVENT#{number}'),
  walletPair: item('WALLETS#{owner}', 'PAIR#{address}#{userId}'),
  // Numbered lists: the number of the newest entry, the entry count of each chunk, and the chunks.
  sequence: item('SEQUENCE#{sequence}', 'SEQUENCE'),
  listChunkCounts: item('LIST#{list}', 'COUNTS#{group}'),
  listChunk: item('LIST#{list}', 'CHUNK#{chunk}'),
  // The sandbox ledger: first the items of an account or sub-account, then the items of a strategy.
  ledgerHead: item('LEDGER#{owner}', 'HEAD'),
  ledgerPosition: item('LEDGER#{owner}', 'POSITION#{strategy}'),
  /** Id of the strategy to which the investment with this number belongs. */
  ledgerOpened: item('LEDGER#{owner}', 'OPENED#{number}'),
  /** Sub-accounts of an account, and the number of these sub-accounts. */
  ledgerUser: item('SUBACCOUNTS#{account}', 'USER#{userId}'),
  ledgerUserCount: item('SUBACCOUNTS#{account}', 'COUNT'),
  ledgerEntry: item('LEDGER#{owner}', 'JOURNAL#{sequence}'),
  ledgerStream: item('LEDGER#{owner}', 'STREAM#{stream}#{chunk}'),
  /** All sandbox positions of an owner directly after one journal entry. Reports about past times start from them. */
  ledgerStandings: item('LEDGERSTANDINGS#{owner}', 'AT#{at}#{sequence}'),
  strategyLedger: item('STRAT#{id}', 'LEDGER'),
  strategyIndex: item('STRAT#{id}', 'INDEX#{number}'),
  strategyPool: item('STRAT#{id}', 'POOL#{shard}'),
  /**
   * Version of a sandbox strategy's pool, for optimistic locking. Each large deposit increases it, so that
   * concurrent large deposits together cannot exceed the deposit cap.
   */
  strategyPoolVersion: item('STRAT#{id}', 'POOLVERSION'),
  /** One item for each strategy that has ever received a deposit. */
  ledgerStrategy: item('LEDGERS', 'STRAT#{id}'),
  /** Difference between the sandbox clock and real time. */
  sandboxClock: item('SANDBOX', 'CLOCK'),
  // Settlement on a chain: vaults, vault transactions, and one journal for each wallet in a vault. A vault transaction
  // is an on-chain transaction of an account.
  vault: item('VAULTS', 'STRAT#{id}'),
  /** Observed share prices of a vault. */
  vaultFigures: item('VAULTFIGURES', 'STRAT#{id}'),
  /** Result of the last comparison of the recorded shares with the shares on the chain. */
  vaultComparison: item('VAULTCOMPARISONS', 'STRAT#{id}'),
  vaultTransaction: item('VAULT_TRANSACTION#{id}', 'VAULT_TRANSACTION'),
  /** Vault transactions whose state can still change, by chain. The watcher checks them. */
  liveVaultTransaction: item('VAULT_TRANSACTIONS#{chain}', '{account}#{id}'),
  /** All vault transactions of a wallet on a chain, in any state. */
  walletVaultTransaction: item('VAULT_TRANSACTIONS#{chain}#{wallet}', '{id}'),
  /**
   * Vault transactions of an account by number. The numbers have no gaps, so that the last number is also the number
   * of vault transactions.
   */
  accountVaultTransaction: item('TRANSACTIONS#{account}', '{number}'),
  /** Wallets whose vault events are recorded from the chain. */
  followedWallet: item('FOLLOWED#{chain}', '{vault}#{wallet}'),
  /** One item for each vault and wallet whose shares the account can see. */
  vaultHolding: item('HOLDINGS#{account}', 'VAULT#{chain}#{vault}#{wallet}'),
  chainBalance: item('ONCHAIN#{chain}#{vault}#{wallet}', 'BALANCE'),
  chainEntry: item('ONCHAIN#{chain}#{vault}#{wallet}', 'ENTRY#{sequence}'),
  /** The events of a wallet's position in a vault. Each type of event has its own list. */
  chainEvent: item('ONCHAIN#{chain}#{vault}#{wallet}', 'BOOKED#{type}#{number}'),
  /** Past states of a wallet's position in a vault, for reports. `at` is the time from which a state applies. */
  chainStanding: item('ONCHAIN#{chain}#{vault}#{wallet}', 'AT#{at}'),
  /**
   * Time range for which the stored past states (`chainStanding`) are outdated. Reports about this range read the
   * journal.
   */
  chainReplay: item('ONCHAIN#{chain}#{vault}#{wallet}', 'AT-REPLAY'),
  /** Recorded vault events, sorted by block. Each event is either pending or posted to the journal. */
  chainLog: item('CHAINLOG#{chain}', '{block}#{log}'),
  watcher: item('WATCHER#{chain}', 'CHECKPOINT'),
  /** The range of blocks that the watcher must read again. */
  chainRescan: item('WATCHER#{chain}', 'RESCAN'),
  // Statistics: counters in groups, daily values, and markers of changes that are already counted.
  statisticsGroup: item('STATISTICS#{ledger}', '{group}'),
  /** The time up to which requests are already counted in the statistics. */
  requestCollection: item('STATISTICS', 'REQUESTS'),
  statisticsMarker: item('COUNTED#{event}', 'COUNTED'),
  statisticsDay: item('STATISTICSDAYS', '{day}'),
  // Events of accounts: the last sequence number, the events, and markers that prevent a second event for the same
  // cause.
  eventHead: item('EVENTS#{account}', 'HEAD'),
  event: item('EVENTS#{account}', 'EVENT#{sequence}'),
  eventCause: item('EVENTS#{account}', 'CAUSE#{id}'),
  /** Announcements that have already been sent to all accounts. */
  announcement: item('ANNOUNCED', '{cause}'),
  // Alerts of an account, with their number and their state for each strategy.
  alertCount: item('ALERTS#{account}', 'COUNT'),
  alert: item('ALERTS#{account}', 'ALERT#{id}'),
  /**
   * The alerts that watch or have watched a subject. A subject is a strategy, or a property that several
   * strategies share.
   */
  watchHead: item('WATCH#{watched}', 'HEAD'),
  watch: item('WATCH#{watched}', 'ALERT#{id}'),
  alertState: item('ALERTSTATE#{id}', 'STRAT#{strategy}'),
  // Stored responses to requests with an idempotency key.
  idempotency: item('IDEMPOTENCY#{owner}', '{route}#{key}'),
} as const;

export type ItemName = keyof typeof ITEMS;

/** Returns the part of a template before its first variable. Returns the whole template if it has no variable. */
export const fixedPrefixOf = (template: string) => template.split('{')[0] ?? template;

export function keyPrefixesOf({ template: { pk, sk } }: (typeof ITEMS)[keyof typeof ITEMS]) {
  return { pk: fixedPrefixOf(pk), sk: fixedPrefixOf(sk) };
}

export function partitionPrefixOf({ template: { pk } }: (typeof ITEMS)[keyof typeof ITEMS]): string {
  return fixedPrefixOf(pk);
}

/** Returns the pattern of the partition keys of a kind of item. It is used in IAM policies. */
export function partitionPatternOf(name: ItemName): string {
  const { pk } = ITEMS[name].template;
  return pk.includes('{') ? `${fixedPrefixOf(pk)}*` : pk;
}

/**
 * Number of digits of a sequence number in a key. It is enough for a million entries per second for thirty
 * years.
 */
const SEQUENCE_DIGITS = 15;

/** Returns a sequence number with leading zeros, for use in a key. */
export function formatSequence(sequence: number): string {
  return String(sequence).padStart(SEQUENCE_DIGITS, '0');
}
