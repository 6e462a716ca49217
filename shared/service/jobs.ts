import type { TableAccess } from '../platform/contract/route.ts';
import { ITEMS, type ItemName, partitionPrefix } from '../platform/dynamodb/table.ts';
import { FOLLOWED_PREFIXES } from '../statistics/counting.ts';

/** A Lambda that no caller reaches: it runs on a schedule, on the table's stream or on the delivery queue. */
export interface Job {
  /** `capability.action`: also names the handler file and the Lambda, like a route's. */
  readonly id: string;
  readonly summary: string;
  readonly trigger:
    | {
        readonly kind: 'schedule';
        readonly everyMinutes: number;
        /** Whether each deployment runs it at once. */
        readonly onDeployment?: boolean;
      }
    | {
        readonly kind: 'stream';
        readonly batchSize: number;
        /** Partition-key prefixes of the items whose changes wake the job; all of them when absent. */
        readonly keyPrefixes?: readonly string[];
        /** Kinds of items that wake it besides, and no other of their partitions: their sort keys are fixed. */
        readonly items?: readonly ItemName[];
      }
    | {
        /** The queue of accounts whose webhook endpoints have events that are due. */
        readonly kind: 'queue';
        readonly batchSize: number;
        /** Runs side by side at most. */
        readonly maxConcurrency: number;
      };
  readonly table: TableAccess;
  /** The kinds of items that it may write; all those that its code names when absent. */
  readonly writes?: readonly ItemName[];
  /** Whether it sends messages to the delivery queue. */
  readonly sendsMessages?: boolean;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  /** Whether its function loads some code when it is first needed: the sample market, a pause, the queue's client. */
  readonly inParts?: boolean;
  /** Names of further settings (see shared/platform/config.ts) that the job needs. */
  readonly settings?: readonly string[];
  /** Further AWS permissions. */
  readonly permissions?: 'gateway-keys' | 'scan';
}

/** The job whose runs the age of the catalog is measured by. */
export const INGEST_JOB = 'ingest.run';

/** The job that verifies the ledgers against their journals and recounts the statistics, and the one that sends a user's requests as a check. */
const VERIFY_JOB = 'investments.verify';
export const CANARY_JOB = 'service.canary';

/** Jobs whose handler exists. */
export const JOBS: readonly Job[] = [
  {
    id: INGEST_JOB,
    summary: 'Reads the market-data source and publishes the catalog of strategies',
    trigger: { kind: 'schedule', everyMinutes: 60, onDeployment: true },
    table: 'write',
    // The memory is for its CPU; a run over 20,000 pools uses half of it.
    memoryMb: 1_024,
    timeoutSeconds: 300,
    inParts: true,
    settings: [
      'MARKET_SOURCE',
      'SAMPLE_SIZE',
      'DEFILLAMA_YIELDS_URL',
      'DEFILLAMA_COINS_URL',
      'DEFILLAMA_API_URL',
    ],
  },
  {
    id: 'investments.watch',
    summary: 'Reads vault events from the chains and updates the ledger',
    trigger: { kind: 'schedule', everyMinutes: 1 },
    table: 'write',
    // A vault that it pauses is shown as paused at once: for that it holds a whole catalog.
    memoryMb: 512,
    timeoutSeconds: 50,
    inParts: true,
    settings: ['CHAIN_SETTINGS'],
  },
  {
    id: VERIFY_JOB,
    summary: 'Compares the ledger with its journals, and recounts the statistics',
    trigger: { kind: 'schedule', everyMinutes: 1_440 },
    table: 'write',
    writes: ['statisticsGroup', 'statisticsDay'],
    memoryMb: 1_024,
    timeoutSeconds: 900,
    permissions: 'scan',
  },
  {
    id: CANARY_JOB,
    summary: 'Signs in and lists strategies from outside, as a user does',
    trigger: { kind: 'schedule', everyMinutes: 5 },
    table: 'none',
    memoryMb: 256,
    timeoutSeconds: 60,
    settings: ['CANARY_BASE_URL'],
  },
  {
    id: 'accounts.gateway-keys',
    summary: 'Creates and deletes the gateway keys of accounts',
    trigger: { kind: 'stream', batchSize: 10, keyPrefixes: [ITEMS.user].map(partitionPrefix) },
    table: 'write',
    memoryMb: 256,
    timeoutSeconds: 120,
    settings: ['GATEWAY_PLANS', 'GATEWAY_CONTROL_ENDPOINT'],
    permissions: 'gateway-keys',
  },
  {
    id: 'service.follow-changes',
    summary: 'Processes changes of the table: statistics, lists, caches and events',
    trigger: {
      kind: 'stream',
      batchSize: 200,
      keyPrefixes: [
        ...FOLLOWED_PREFIXES,
        ...[ITEMS.auditEvent, ITEMS.intent, ITEMS.alert].map(partitionPrefix),
      ].toSorted(),
      // Beside these, their partitions hold what changes more often: a strategy's history, the events themselves.
      items: ['strategy', 'eventHead'],
    },
    table: 'write',
    sendsMessages: true,
    memoryMb: 512,
    // A strategy may have very many watchers, and each is notified in its own transaction.
    timeoutSeconds: 300,
    inParts: true,
  },
  {
    id: 'notifications.deliver',
    summary: 'Sends due deliveries to webhook endpoints',
    trigger: { kind: 'queue', batchSize: 10, maxConcurrency: 50 },
    table: 'write',
    writes: ['webhook', 'delivery', 'event', 'sealingKey'],
    sendsMessages: true,
    memoryMb: 512,
    // Twenty seconds in which attempts begin, ten for the last of them, and as much again for the table.
    timeoutSeconds: 60,
    inParts: true,
  },
  {
    id: 'notifications.sweep',
    summary: 'Finds webhook endpoints with waiting events and no queue message',
    trigger: { kind: 'schedule', everyMinutes: 5 },
    table: 'write',
    sendsMessages: true,
    memoryMb: 256,
    timeoutSeconds: 120,
    inParts: true,
  },
  {
    id: 'accounts.repair-gateway-keys',
    summary: 'Compares the keys in API Gateway with the accounts, and corrects the differences',
    trigger: { kind: 'schedule', everyMinutes: 60 },
    table: 'write',
    memoryMb: 256,
    timeoutSeconds: 900,
    settings: ['GATEWAY_PLANS', 'GATEWAY_CONTROL_ENDPOINT'],
    permissions: 'gateway-keys',
  },
  {
    id: 'statistics.collect-requests',
    summary: 'Adds the hourly request counts to the usage of each account',
    trigger: { kind: 'schedule', everyMinutes: 60 },
    table: 'write',
    memoryMb: 512,
    timeoutSeconds: 300,
  },
  {
    id: 'notifications.announce-versions',
    summary: 'Creates events for API versions whose end is announced',
    trigger: { kind: 'schedule', everyMinutes: 1_440 },
    table: 'write',
    memoryMb: 512,
    timeoutSeconds: 900,
  },
];
