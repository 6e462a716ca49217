import { createStore } from '../../api/store.ts';
import type { Row } from './filters.ts';

/** The most strategies that fit side by side. */
export const COMPARED_MAX = 5;

/** The strategies that are selected for comparison. */
export const compared = createStore<readonly Pick<Row, 'id' | 'name'>[]>([]);

export function toggleCompared({ id, name }: Pick<Row, 'id' | 'name'>): void {
  const chosen = compared.get();
  if (chosen.some((each) => each.id === id)) compared.set(chosen.filter((each) => each.id !== id));
  else if (chosen.length < COMPARED_MAX) compared.set([...chosen, { id, name }]);
}
