/**
 * An item of the table before and after a change. `before` is undefined for a new item, `after` for a deleted
 * item.
 */
export interface ItemChange {
  readonly key: { readonly pk: string; readonly sk: string };
  /** Sequence number of the change as text. Sorting by it puts the changes of one item in order of time. */
  readonly order: string;
  readonly atMs: number;
  readonly before: ItemImage | undefined;
  readonly after: ItemImage | undefined;
}

export type ItemImage = Readonly<Record<string, unknown>>;
