import { Button, ButtonLink } from '../../components/controls.tsx';
import { COMPARED_MAX, compared } from './compared.ts';

/** The bar with the strategies that are selected for comparison. */
export function CompareBar() {
  const chosen = compared.use();
  if (chosen.length === 0) return null;
  return (
    <section className="compare-bar" aria-label="Comparison">
      <span className="name">
        {chosen.length} of {COMPARED_MAX}
        <span className="soft wide-only">: {chosen.map(({ name }) => name).join(', ')}</span>
      </span>
      <span className="row">
        <Button look="quiet" small onClick={() => compared.set([])}>
          Clear
        </Button>
        <ButtonLink small look="primary" to={`/compare?ids=${chosen.map(({ id }) => id).join(',')}`}>
          Compare
        </ButtonLink>
      </span>
    </section>
  );
}
