import { createStore } from '../../api/store.ts';
import type { Row } from './filters.ts';

/** Maximum number of strategies in a comparison. More columns do not fit on the page. */
export const COMPARED_STRATEGIES_MAX = 5;

export const comparedStore = createStore<readonly Pick<Row, 'id' | 'name'>[]>([]);

export function toggleComparedStrategy({ id, name }: Pick<Row, 'id' | 'name'>): void {
  const comparedStrategies = comparedStore.get();
  if (comparedStrategies.some((each) => each.id === id))
    comparedStore.set(comparedStrategies.filter((each) => each.id !== id));
  else if (comparedStrategies.length < COMPARED_STRATEGIES_MAX)
    comparedStore.set([...comparedStrategies, { id, name }]);
}
