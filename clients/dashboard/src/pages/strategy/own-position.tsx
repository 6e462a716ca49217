import { useQuery } from '@tanstack/react-query';
import type { StrategiesGetData } from '../../../../sdk/src/index.ts';
import { sessionStore } from '../../api/session.ts';
import { formatAmount } from '../../design/format.ts';
import { Link } from '../../routing/link.tsx';
import {
  hasShares,
  type Position,
  positionFromInvestment,
  positionFromVaultHolding,
} from '../positions/position.ts';
import { holdingsQuery, investmentsQuery } from '../positions/positions-api.ts';

function ownPositionsText(positions: readonly Position[]): string {
  const [first, secondPosition] = positions;
  if (first === undefined || secondPosition !== undefined) return `Your positions here: ${positions.length}`;
  if (first.value === null) return 'Your position';
  const sandboxSuffix = first.wallet === undefined ? ' (sandbox)' : '';
  return `Your position: ${formatAmount(first.value)} ${first.asset}${sandboxSuffix}`;
}

/** A link to the user's positions in a strategy; nothing without such positions. */
export function OwnPosition({ strategy: { id, settlement } }: { strategy: StrategiesGetData }) {
  const isSignedIn = sessionStore.use() !== undefined;
  const investments = useQuery({ ...investmentsQuery, enabled: isSignedIn && settlement === 'sandbox' });
  const holdings = useQuery({ ...holdingsQuery, enabled: isSignedIn && settlement === 'onchain' });
  const positions = [
    ...(investments.data?.data ?? []).map(positionFromInvestment),
    ...(holdings.data?.data ?? []).filter(hasShares).map(positionFromVaultHolding),
  ].filter(({ strategyId }) => strategyId === id);
  if (positions.length === 0) return null;
  return (
    <Link className="own-position small" to="/positions">
      {ownPositionsText(positions)}
    </Link>
  );
}
