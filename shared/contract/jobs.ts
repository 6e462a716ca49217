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
export const JOBS: readonly Job[] = [];
