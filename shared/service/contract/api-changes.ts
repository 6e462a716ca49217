/** A change that may break a client, announced before it takes effect. */
interface ApiChange {
  /** What changes, in the words in which the comparison of two releases finds it. */
  readonly change: string;
  /** What clients should do. */
  readonly advice: string;
  /** Days, UTC. */
  readonly announcedOn: string;
  readonly effectiveOn: string;
}

/** Every such change since the last release; docs/api-changes.md says the same. None is planned. */
export const API_CHANGES: readonly ApiChange[] = [];
