/**
 * An item's state before and after a change of the table. `before` is undefined for a new item, `after` for a
 * deleted one.
 */
export interface ItemChange {
  readonly key: { readonly pk: string; readonly sk: string };
  /** Text that sorts the changes of one item. */
  readonly order: string;
  readonly atMs: number;
  readonly before: Image | undefined;
  readonly after: Image | undefined;
}

export type Image = Readonly<Record<string, unknown>>;
