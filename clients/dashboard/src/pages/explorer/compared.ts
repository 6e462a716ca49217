import { createStore } from '../../api/store.ts';
import type { Row } from './filters.ts';

/** Maximum number of strategies in a comparison. More columns do not fit on the page. */
export const COMPARED_STRATEGIES_MAX = 5;

export const comparedStrategiesStore = createStore<readonly Pick<Row, 'id' | 'name'>[]>([]);

export function toggleComparedStrategy({ id, name }: Pick<Row, 'id' | 'name'>): void {
  const comparedStrategies = comparedStrategiesStore.get();
  if (comparedStrategies.some((each) => each.id === id))
    comparedStrategiesStore.set(comparedStrategies.filter((each) => each.id !== id));
  else if (comparedStrategies.length < COMPARED_STRATEGIES_MAX)
    comparedStrategiesStore.set([...comparedStrategies, { id, name }]);
}
