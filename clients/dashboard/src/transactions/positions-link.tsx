import { ButtonLink } from '../components/controls.tsx';
import { usePath } from '../routing/location.ts';

/** A link to the positions page. The positions page itself does not show it. */
export function PositionsLink() {
  return usePath().startsWith('/positions') ? null : <ButtonLink to="/positions">Go to positions</ButtonLink>;
}
