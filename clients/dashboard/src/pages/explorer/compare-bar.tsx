import { Button, ButtonLink } from '../../components/controls.tsx';
import { COMPARED_STRATEGIES_MAX, comparedStrategiesStore } from './compared.ts';

export function CompareBar() {
  const comparedStrategies = comparedStrategiesStore.use();
  if (comparedStrategies.length === 0) return null;
  return (
    <section className="compare-bar" aria-label="Comparison">
      <span className="name">
        {comparedStrategies.length} of {COMPARED_STRATEGIES_MAX}
        <span className="soft wide-only">: {comparedStrategies.map(({ name }) => name).join(', ')}</span>
      </span>
      <span className="row">
        <Button look="quiet" small onClick={() => comparedStrategiesStore.set([])}>
          Clear
        </Button>
        <ButtonLink
          small
          look="primary"
          to={`/compare?ids=${comparedStrategies.map(({ id }) => id).join(',')}`}
        >
          Compare
        </ButtonLink>
      </span>
    </section>
  );
}
