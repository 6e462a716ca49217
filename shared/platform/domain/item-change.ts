/** An item's state before and after a change of the table; absent where there was none. */
export interface ItemChange {
  readonly key: { readonly pk: string; readonly sk: string };
  /** Orders the changes of one item, as text. */
  readonly order: string;
  readonly atMs: number;
  readonly before: Image | undefined;
  readonly after: Image | undefined;
}

export type Image = Readonly<Record<string, unknown>>;
