/**
 * An item of the table before and after a change. `before` is undefined for a new item, `after` for a deleted
 * item.
 */
export interface ItemChange {
  readonly key: { readonly pk: string; readonly sk: string };
  /** Sequence number of the change as text. The changes of one item can be sorted by it from old to new. */
  readonly order: string;
  readonly atMs: number;
  readonly before: ItemImage | undefined;
  readonly after: ItemImage | undefined;
}

export type ItemImage = Readonly<Record<string, unknown>>;
