/** Ends what was begun: the items are free again. */
export type Release = () => void;

/** How a call that may meet a transaction was begun. */
export type Begun =
  | { readonly kind: 'begun'; readonly release: Release }
  /** For each of its items, whether somebody else is at it. */
  | { readonly kind: 'conflict'; readonly marked: readonly boolean[] }
  /** The same transaction, by its token, is under way. */
  | { readonly kind: 'in-progress' };

/**
 * Who is at which item, by DynamoDB's rules: an item is part of one transaction at a time. A transaction is cancelled
 * where one of its items is part of another or being written; a write is refused where its item is part of a
 * transaction; a transactional read is cancelled in both cases; plain reads and plain writes never wait for each other
 * (https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-conflict-handling).
 */
export class Conflicts {
  readonly #inTransaction = new Set<string>();
  readonly #beingWritten = new Map<string, number>();
  readonly #tokens = new Set<string>();

  /** Items of a transaction that writes, the items that it only checks included. */
  beginTransaction(items: readonly string[], token?: string): Begun {
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

  /** Items of plain writes, each on its own: a batch goes on without those that are marked. */
  beginWrites(items: readonly string[]): { readonly marked: readonly boolean[]; readonly release: Release } {
    const marked = items.map((item) => this.#inTransaction.has(item));
    const begun = items.filter((_, position) => marked[position] === false);
    for (const item of begun) this.#count(item, 1);
    const release = () => {
      for (const item of begun) this.#count(item, -1);
    };
    return { marked, release };
  }

  /** For each item of a transactional read, whether somebody is writing it. */
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
