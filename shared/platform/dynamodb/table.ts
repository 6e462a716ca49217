// Longer than most files: every key of the one table stands here, so that two that meet are seen at once.

/** The names in braces of a key template. */
type Variables<T extends string> = T extends `${string}{${infer V}}${infer Rest}`
  ? V | Variables<Rest>
  : never;

type Values<T extends string> = Readonly<Record<Variables<T>, string | number>>;

/**
 * The one table's keys. Infrastructure and the local database build the table from this. It has no index: each list
 * is kept by the transaction that changes it, so that it is current at once and any of its pages is found by number.
 */
export const TABLE = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Epoch seconds after which DynamoDB may delete the item; always checked on read as well. */
  ttlAttribute: 'ttl',
  stream: 'NEW_AND_OLD_IMAGES',
} as const;

/**
 * Turns a template such as `STRAT#{id}` into a function of its variables. The template is split with the first call: a
 * function uses few of all these.
 */
function template<const T extends string>(text: T): (values: Values<T>) => string {
  let parts: readonly string[] | undefined;
  return (values) => {
    parts ??= text.split(/[{}]/);
    const lookup: Readonly<Record<string, string | number>> = values;
    let result = '';
    parts.forEach((part, index) => {
      result += index % 2 === 0 ? part : String(lookup[part]);
    });
    return result;
  };
}

/** An item's key as a function of the templates' variables. */
function item<const P extends string, const S extends string>(pk: P, sk: S) {
  const partition = template(pk);
  const sort = template(sk);
  return {
    template: { pk, sk },
    key: (values: Values<P> & Values<S>) => ({ pk: partition(values), sk: sort(values) }),
  };
}

/**
 * Every kind of item in the table and its key. Sequence numbers and versions in keys are zero-padded to the width of
 * `SEQUENCE_DIGITS`, so that their order as text is their order as numbers.
 */
export const ITEMS = {
  // Catalog and market snapshots
  snapshotHead: item('SNAPSHOT#{name}', 'HEAD'),
  /** One for each version that is or was written, until it is removed. */
  snapshotVersion: item('SNAPSHOT#{name}', 'VERSION#{version}'),
  /** Each in a partition of its own: many functions that start at once would reach the limit of one. */
  snapshotChunk: item('SNAPSHOT#{name}#{version}#{index}', 'CHUNK'),
  /** The features that operators have stopped, with the texts for callers. */
  switches: item('SWITCHES', 'SWITCHES'),
  /** Who may run a job at the moment. */
  lease: item('LEASE#{name}', 'LEASE'),
  // Strategies
  strategy: item('STRAT#{id}', 'STRATEGY'),
  strategyHistory: item('STRAT#{id}', 'HISTORY#{quarter}'),
  /** How much of each lending market was borrowed in one hour (UTC), all markets together. */
  utilisation: item('UTILISATION#{day}', 'HOUR#{hour}'),
  /** One for each strategy that operators have paused, together, so that one query finds them all. */
  strategyPause: item('PAUSES', 'STRAT#{id}'),
  // Users, credentials and rate limits
  credential: item('CRED#{hash}', 'CREDENTIAL'),
  /**
   * The bucket of an account, those of its keys that have a limit of their own, and those of callers without a
   * credential: prefixes of their own, as they change with every request and no reader of the stream wants them.
   */
  accountBucket: item('LIMIT#{account}', 'BUCKET'),
  addressBucket: item('ADDRESS#{address}', 'BUCKET'),
  /** What an account's credentials were used, by day (UTC). */
  usageDay: item('USAGE#{account}', 'DAY#{day}'),
  user: item('USER#{userId}', 'USER'),
  userApiKey: item('USER#{userId}', 'APIKEY#{keyId}'),
  walletLogin: item('LOGIN#{address}', 'LOGIN'),
  /** Finds users by how their id or wallet address begins: the first characters are the partition. */
  userSearch: item('USERSEARCH#{beginning}', '{text}'),
  /** Nonces that were used, and what nonces are signed with. */
  nonce: item('NONCE#{nonce}', 'NONCE'),
  nonceSecrets: item('NONCES', 'SECRETS'),
  /** Who did what to an account, or as an operator: written once, kept for 400 days. */
  auditEvent: item('AUDIT#{id}', 'EVENT'),
  /** An account's key at the gateway, and the usage plans of an API that such keys may be in. */
  gatewayKey: item('GATEWAY#{account}', 'KEY'),
  gatewayPlans: item('GATEWAY', 'PLANS#{apiId}'),
  /**
   * Webhook endpoints of an account with how far each has come, how many there are, and all of them together, by which
   * the sweep finds them.
   */
  webhook: item('WEBHOOKS#{account}', 'WEBHOOK#{id}'),
  webhookCount: item('WEBHOOKS#{account}', 'COUNT'),
  webhookPlace: item('WEBHOOKS', '{id}'),
  /** Webhook tests of an account that run now: one for each that may. */
  webhookTest: item('WEBHOOKTESTS#{account}', 'SLOT#{slot}'),
  /** The latest deliveries of an endpoint, in a fixed number of slots that are used again. */
  delivery: item('DELIVERIES#{webhook}', 'SLOT#{slot}'),
  /** What secrets are sealed with that must be read again. */
  sealingKey: item('SEALINGKEY#{name}', 'KEY'),
  // Wallet connections, their audit trail, and what makes a pair of user and wallet unique for its owner
  walletConnection: item('WALLET#{id}', 'CONNECTION'),
  walletEvent: item('WALLET#{id}', 'EVENT#{number}'),
  walletPair: item('WALLETS#{owner}', 'PAIR#{address}#{userId}'),
  // Numbered lists: what they hold, and the counts by which a page is found
  sequence: item('SEQUENCE#{sequence}', 'SEQUENCE'),
  listLeaf: item('LIST#{list}', 'LEAF#{leaf}'),
  listBlock: item('LIST#{list}', 'BLOCK#{block}'),
  // The ledger: an owner's side, and a strategy's
  ledgerHead: item('LEDGER#{owner}', 'HEAD'),
  ledgerPosition: item('LEDGER#{owner}', 'POSITION#{strategy}'),
  /** Which strategy the owner's n-th investment is in. */
  ledgerOpened: item('LEDGER#{owner}', 'OPENED#{number}'),
  /** An account's sub-accounts, and their number. */
  ledgerUser: item('SUBACCOUNTS#{account}', 'USER#{userId}'),
  ledgerUserCount: item('SUBACCOUNTS#{account}', 'COUNT'),
  ledgerEntry: item('LEDGER#{owner}', 'JOURNAL#{sequence}'),
  ledgerStream: item('LEDGER#{owner}', 'STREAM#{stream}#{block}'),
  /** How an owner's positions stood after an entry, for reports to go on from. */
  ledgerStandings: item('LEDGERSTANDINGS#{owner}', 'AT#{at}#{sequence}'),
  strategyLedger: item('STRAT#{id}', 'LEDGER'),
  strategyIndex: item('STRAT#{id}', 'INDEX#{number}'),
  strategyPool: item('STRAT#{id}', 'POOL#{shard}'),
  /** Whose turn it is to ask whether a sandbox strategy has room for a deposit that is not small. */
  strategyRoom: item('STRAT#{id}', 'ROOM'),
  /** One for each strategy that ever took a deposit. */
  ledgerStrategy: item('LEDGERS', 'STRAT#{id}'),
  /** How far the sandbox's time is ahead. */
  sandboxClock: item('SANDBOX', 'CLOCK'),
  // Settlement on chain: vaults, intents, and the journals of wallets in vaults
  vault: item('VAULTS', 'STRAT#{id}'),
  /** Share prices of a vault as they were observed. */
  vaultFigures: item('VAULTFIGURES', 'STRAT#{id}'),
  /** The last comparison of a vault's wallets: shares by the chain and by the journals. */
  vaultComparison: item('VAULTCOMPARISONS', 'STRAT#{id}'),
  intent: item('INTENT#{id}', 'INTENT'),
  /** Intents that wait for something, together by chain. */
  liveIntent: item('INTENTS#{chain}', '{account}#{id}'),
  /** All intents of a wallet on a chain, whatever has become of them. */
  walletIntent: item('INTENTS#{chain}#{wallet}', '{id}'),
  /** An account's intents as its list shows them, by their numbers, which have no gap: the last one counts them. */
  accountIntent: item('TRANSACTIONS#{account}', '{number}'),
  /** Wallets whose events are booked. */
  followedWallet: item('FOLLOWED#{chain}', '{vault}#{wallet}'),
  /** What an account's wallets may hold in vaults. */
  vaultHolding: item('HOLDINGS#{account}', 'VAULT#{chain}#{vault}#{wallet}'),
  chainBalance: item('ONCHAIN#{chain}#{vault}#{wallet}', 'BALANCE'),
  chainEntry: item('ONCHAIN#{chain}#{vault}#{wallet}', 'ENTRY#{sequence}'),
  /** The history of a position, in a list for each type of event. */
  chainEvent: item('ONCHAIN#{chain}#{vault}#{wallet}', 'BOOKED#{type}#{number}'),
  /** How a position stood after each moment in which something was confirmed, for reports of the past. */
  chainStanding: item('ONCHAIN#{chain}#{vault}#{wallet}', 'AT#{at}'),
  /** Between which moments reports of the past read the journal instead. */
  chainReplay: item('ONCHAIN#{chain}#{vault}#{wallet}', 'AT-REPLAY'),
  /** Vaults' events that are booked as pending or posted, by their block. */
  chainLog: item('CHAINLOG#{chain}', '{block}#{log}'),
  watcher: item('WATCHER#{chain}', 'CHECKPOINT'),
  /** Which blocks of a chain are read again. */
  chainRescan: item('WATCHER#{chain}', 'RESCAN'),
  // Statistics: counters in groups, the changes that were counted, and the figures of each day
  statisticsGroup: item('STATISTICS#{ledger}', '{group}'),
  /** How far requests have been counted. */
  requestCollection: item('STATISTICS', 'REQUESTS'),
  statisticsMarker: item('COUNTED#{event}', 'COUNTED'),
  statisticsDay: item('STATISTICSDAYS', '{day}'),
  // Events of accounts: the last sequence number, the events, and the markers of causes that have created theirs
  eventHead: item('EVENTS#{account}', 'HEAD'),
  event: item('EVENTS#{account}', 'EVENT#{sequence}'),
  eventCause: item('EVENTS#{account}', 'CAUSE#{id}'),
  /** Announcements that all accounts have received. */
  announcement: item('ANNOUNCED', '{cause}'),
  // Alerts: an account's own, those that watch the same together, and the state per strategy
  alertCount: item('ALERTS#{account}', 'COUNT'),
  alert: item('ALERTS#{account}', 'ALERT#{id}'),
  /** That there are alerts that watch it: a strategy, or what strategies have in common. */
  watchHead: item('WATCH#{watched}', 'HEAD'),
  watch: item('WATCH#{watched}', 'ALERT#{id}'),
  alertState: item('ALERTSTATE#{id}', 'STRAT#{strategy}'),
  // Answers kept for repeats of the same request
  idempotency: item('IDEMPOTENCY#{owner}', '{route}#{key}'),
} as const;

export type ItemName = keyof typeof ITEMS;

/** The first characters of a template, up to its first variable; all of it without one. */
export const fixedPart = (template: string) => template.split('{')[0] ?? template;

/** How the keys of a kind of item begin. */
export function keyStart({ template: { pk, sk } }: (typeof ITEMS)[keyof typeof ITEMS]) {
  return { pk: fixedPart(pk), sk: fixedPart(sk) };
}

/** How the partition keys of a kind of item begin, as far as they are alike: what a filter of the stream goes by. */
export function partitionPrefix({ template: { pk } }: (typeof ITEMS)[keyof typeof ITEMS]): string {
  return fixedPart(pk);
}

/** The pattern of the partition keys of a kind of item, as the policy of a role has it. */
export function partitionPattern(name: ItemName): string {
  const { pk } = ITEMS[name].template;
  return pk.includes('{') ? `${fixedPart(pk)}*` : pk;
}

/** Digits of a sequence number in a key: enough for a million entries a second over thirty years. */
const SEQUENCE_DIGITS = 15;

/** A sequence number as it stands in a key. */
export function sequenceText(sequence: number): string {
  return String(sequence).padStart(SEQUENCE_DIGITS, '0');
}
