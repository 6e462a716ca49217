import { ButtonLink } from '../components/controls.tsx';
import { usePath } from '../routing/location.ts';

/** A link to the positions, on every other page. */
export function PositionsLink() {
  return usePath().startsWith('/positions') ? null : <ButtonLink to="/positions">Go to positions</ButtonLink>;
}
