import { ButtonLink } from '../components/controls.tsx';
import { PageHead } from '../components/surfaces.tsx';

export function NotFound() {
  return (
    <div className="stack">
      <PageHead
        heading="There is no such page"
        lead="The address may be mistyped, or what it named is gone."
      />
      <div className="row">
        <ButtonLink to="/strategies">All strategies</ButtonLink>
        <ButtonLink to="/">First page</ButtonLink>
      </div>
    </div>
  );
}
