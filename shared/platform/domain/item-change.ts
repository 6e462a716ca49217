/**
 * An item's state before and after a change of the table. `before` is undefined for a new item, `after` for a
 * deleted one.
 */
export interface ItemChange {
  readonly key: { readonly pk: string; readonly sk: string };
  /** Text that sorts the changes of one item. */
  readonly order: string;
  readonly atMs: number;
  readonly before: ItemImage | undefined;
  readonly after: ItemImage | undefined;
}

export type ItemImage = Readonly<Record<string, unknown>>;
