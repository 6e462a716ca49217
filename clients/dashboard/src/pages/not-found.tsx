import { ButtonLink } from '../components/controls.tsx';
import { PageHead } from '../components/surfaces.tsx';

export function NotFound() {
  return (
    <div className="stack">
      <PageHead heading="Page not found" lead="Check the address. The page may have been removed." />
      <div className="row">
        <ButtonLink to="/strategies">All strategies</ButtonLink>
        <ButtonLink to="/">Start page</ButtonLink>
      </div>
    </div>
  );
}
