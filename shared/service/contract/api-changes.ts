/** A change that may break clients. It is announced before it takes effect. */
interface ApiChange {
  /** Description of the change, in the words of the tool that compares two releases of the API. */
  readonly change: string;
  /** Advice for clients: how to prepare for the change. */
  readonly advice: string;
  /** Day of the announcement, and day on which the change takes effect (ISO dates, UTC). */
  readonly announcedOn: string;
  readonly effectiveOn: string;
}

/** All announced changes since the last release that may break clients. docs/guides/api-changes.md lists them too. */
export const API_CHANGES: readonly ApiChange[] = [];
