/** A change that may break clients, announced before it takes effect. */
interface ApiChange {
  /** What changes, in the words of the tool that compares two releases. */
  readonly change: string;
  /** What clients should do. */
  readonly advice: string;
  /** Dates in UTC. */
  readonly announcedOn: string;
  readonly effectiveOn: string;
}

/** All such changes since the last release, as in docs/api-changes.md. None is planned. */
export const API_CHANGES: readonly ApiChange[] = [];
