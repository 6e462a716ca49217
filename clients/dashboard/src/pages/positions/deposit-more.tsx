import { useQuery } from '@tanstack/react-query';
import { strategyQuery } from '../../api/queries.ts';
import { Button } from '../../components/controls.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { QueryResult } from '../../components/states.tsx';
import { acceptsDeposits, DepositForm } from '../strategy/deposit.tsx';
import type { Position } from './position.ts';

export function DepositMore({ position, onClose }: { position: Position; onClose: () => void }) {
  const { strategyId, name, userId, wallet } = position;
  const strategy = useQuery(strategyQuery(strategyId));
  const data = strategy.data?.data;
  if (data !== undefined && acceptsDeposits(data))
    return <DepositForm strategy={data} userId={userId} wallet={wallet} onClose={onClose} />;
  return (
    <Dialog heading={`Deposit into ${name}`} onClose={onClose}>
      <QueryResult query={strategy} height={200}>
        {() => (
          <p className="notice">
            This strategy accepts no deposits now. You can withdraw or move your position.
          </p>
        )}
      </QueryResult>
      <div className="dialog-actions">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}
