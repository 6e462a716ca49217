/** Ends a transaction or write, which unlocks its items. */
export type Release = () => void;

/** The result of starting a call that may conflict with a transaction. */
export type StartResult =
  | { readonly kind: 'begun'; readonly release: Release }
  /** `marked` says for each item of the call whether another call locks it. */
  | { readonly kind: 'conflict'; readonly marked: readonly boolean[] }
  /** A transaction with the same `ClientRequestToken` is still running. */
  | { readonly kind: 'in-progress' };

/**
 * Tracks which items transactions and writes lock, by the rules of DynamoDB. An item is part of one transaction at a
 * time. A transaction or a transactional read is cancelled if another transaction or a running write locks one of its
 * items. A write is rejected if its item is part of a transaction. Plain reads and plain writes never wait for each
 * other
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling).
 */
export class Conflicts {
  readonly #inTransaction = new Set<string>();
  readonly #beingWritten = new Map<string, number>();
  readonly #tokens = new Set<string>();

  /** Locks the items of a writing transaction, including items that it only checks. */
  beginTransaction(items: readonly string[], token?: string): StartResult {
    if (token !== undefined && this.#tokens.has(token)) return { kind: 'in-progress' };
    const marked = items.map((item) => this.#isBusy(item));
    if (marked.includes(true)) return { kind: 'conflict', marked };
    for (const item of items) this.#inTransaction.add(item);
    if (token !== undefined) this.#tokens.add(token);
    return {
      kind: 'begun',
      release: () => {
        for (const item of items) this.#inTransaction.delete(item);
        if (token !== undefined) this.#tokens.delete(token);
      },
    };
  }

  /**
   * Locks the items of plain writes, each independently of the others. An item that is part of a transaction is not
   * locked. It is marked as a conflict, and a batch continues without it.
   */
  beginWrites(items: readonly string[]): { readonly marked: readonly boolean[]; readonly release: Release } {
    const marked = items.map((item) => this.#inTransaction.has(item));
    const begun = items.filter((_, position) => marked[position] === false);
    for (const item of begun) this.#count(item, 1);
    const release = () => {
      for (const item of begun) this.#count(item, -1);
    };
    return { marked, release };
  }

  /** Returns for each item of a transactional read whether another call is writing it. */
  readTransaction(items: readonly string[]): readonly boolean[] {
    return items.map((item) => this.#isBusy(item));
  }

  #isBusy(item: string): boolean {
    return this.#inTransaction.has(item) || this.#beingWritten.has(item);
  }

  #count(item: string, change: number): void {
    const writers = (this.#beingWritten.get(item) ?? 0) + change;
    if (writers > 0) this.#beingWritten.set(item, writers);
    else this.#beingWritten.delete(item);
  }
}
