import type { TableAccess } from '../platform/contract/route.ts';
import { ITEMS, type ItemName, partitionPrefixOf } from '../platform/dynamodb/table.ts';
import { COUNTED_PARTITION_PREFIXES } from '../statistics/counting.ts';

/**
 * A Lambda function that no caller of the API can invoke. It is invoked by a schedule, by the table's stream or by
 * the delivery queue.
 */
export interface Job {
  /**
   * Id of the job, as `capability.action`. Like a route's id, it also names the handler file and the Lambda
   * function.
   */
  readonly id: string;
  readonly summary: string;
  readonly trigger:
    | {
        readonly kind: 'schedule';
        readonly everyMinutes: number;
        /** Whether the job also runs once after each deployment. */
        readonly onDeployment?: boolean;
      }
    | {
        readonly kind: 'stream';
        readonly batchSize: number;
        /** Partition key prefixes of the items whose changes invoke the job. Undefined means all items. */
        readonly keyPrefixes?: readonly string[];
        /** Further kinds of items whose changes invoke the job. Each kind must have a fixed sort key. */
        readonly items?: readonly ItemName[];
      }
    | {
        /** The delivery queue. Each message names an account with due deliveries to webhook endpoints. */
        readonly kind: 'queue';
        readonly batchSize: number;
        readonly maxConcurrency: number;
      };
  readonly table: TableAccess;
  /** Kinds of items that the job may write. Undefined means all kinds that its code uses. */
  readonly writes?: readonly ItemName[];
  /** Whether the job sends messages to the delivery queue. */
  readonly sendsMessages?: boolean;
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  /** Whether the function loads some modules only at first use, such as the sample market or the SQS client. */
  readonly hasLazyModules?: boolean;
  /** Names of additional settings that the job needs (see shared/platform/config.ts). */
  readonly settings?: readonly string[];
  readonly permissions?: 'gateway-keys' | 'scan';
}

export const INGEST_JOB_ID = 'ingest.run';

const VERIFY_JOB_ID = 'investments.verify';
export const CANARY_JOB = 'service.canary';

/** All jobs of the service. Each job has a handler file. */
export const JOBS: readonly Job[] = [
  {
    id: INGEST_JOB_ID,
    summary: 'Reads the market-data source and publishes the catalog of strategies',
    trigger: { kind: 'schedule', everyMinutes: 60, onDeployment: true },
    table: 'write',
    // Lambda assigns CPU in proportion to memory. This size is chosen for the CPU: a run over 20,000 pools uses
    // only half of the memory.
    memoryMb: 1_024,
    timeoutSeconds: 300,
    hasLazyModules: true,
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
    // A run that pauses a vault also updates the catalog immediately. Therefore it needs memory for a whole
    // catalog.
    memoryMb: 512,
    timeoutSeconds: 50,
    hasLazyModules: true,
    settings: ['CHAIN_SETTINGS'],
  },
  {
    id: VERIFY_JOB_ID,
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
    trigger: { kind: 'stream', batchSize: 10, keyPrefixes: [ITEMS.user].map(partitionPrefixOf) },
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
        ...COUNTED_PARTITION_PREFIXES,
        ...[ITEMS.auditEvent, ITEMS.vaultTransaction, ITEMS.alert].map(partitionPrefixOf),
      ].toSorted(),
      // Only these two items invoke the job. Other items in the same partitions, such as histories, change too often.
      items: ['strategy', 'eventHead'],
    },
    table: 'write',
    sendsMessages: true,
    memoryMb: 512,
    // A strategy may be watched by very many alerts, and the events of each account need a separate DynamoDB
    // transaction.
    timeoutSeconds: 300,
    hasLazyModules: true,
  },
  {
    id: 'notifications.deliver',
    summary: 'Sends due deliveries to webhook endpoints',
    trigger: { kind: 'queue', batchSize: 10, maxConcurrency: 50 },
    table: 'write',
    writes: ['webhook', 'delivery', 'event', 'sealingKey'],
    sendsMessages: true,
    memoryMb: 512,
    // A run starts delivery attempts for twenty seconds. The last attempt takes up to ten seconds. The other
    // thirty seconds are for calls to the table.
    timeoutSeconds: 60,
    hasLazyModules: true,
  },
  {
    id: 'notifications.sweep',
    summary: 'Finds webhook endpoints with waiting events and no queue message',
    trigger: { kind: 'schedule', everyMinutes: 5 },
    table: 'write',
    sendsMessages: true,
    memoryMb: 256,
    timeoutSeconds: 120,
    hasLazyModules: true,
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
