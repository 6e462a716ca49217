import { createStore } from '../../api/store.ts';
import type { Row } from './filters.ts';

/** As many as still stand side by side legibly. */
export const COMPARED_MAX = 5;

/** The strategies that the reader has set aside to compare. */
export const compared = createStore<readonly Pick<Row, 'id' | 'name'>[]>([]);

export function toggleCompared({ id, name }: Pick<Row, 'id' | 'name'>): void {
  const chosen = compared.get();
  if (chosen.some((each) => each.id === id)) compared.set(chosen.filter((each) => each.id !== id));
  else if (chosen.length < COMPARED_MAX) compared.set([...chosen, { id, name }]);
}
