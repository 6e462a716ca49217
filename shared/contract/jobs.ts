/** A Lambda that no caller reaches: it runs on a schedule or on the table's stream. */
export interface Job {
  /** Also names the file in functions/jobs. */
  readonly id: string;
  readonly summary: string;
  readonly trigger:
    | { readonly kind: 'schedule'; readonly everyMinutes: number }
    | {
        readonly kind: 'stream';
        readonly batchSize: number;
        /** Partition-key prefixes of the items whose changes wake the job; all of them when absent. */
        readonly keyPrefixes?: readonly string[];
      };
  readonly table: 'read' | 'write';
  readonly memoryMb: number;
  readonly timeoutSeconds: number;
  /** Names of further settings (see shared/config.ts) that the job needs. */
  readonly settings?: readonly string[];
  /** Further AWS permissions. */
  readonly permissions?: 'gateway-keys';
}

/** Jobs whose handler exists. */
export const JOBS: readonly Job[] = [
  {
    id: 'gateway-keys',
    summary:
      'Gives each API key a key of the gateway in the usage plan of its limits, and takes it away again',
    // Users and their lists of keys change rarely; the credentials themselves change with every request.
    trigger: { kind: 'stream', batchSize: 10, keyPrefixes: ['USER#'] },
    table: 'write',
    memoryMb: 256,
    timeoutSeconds: 120,
    settings: ['GATEWAY_PLANS', 'GATEWAY_CONTROL_ENDPOINT'],
    permissions: 'gateway-keys',
  },
];
