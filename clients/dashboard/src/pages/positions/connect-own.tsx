import type { WalletsConnectionsItem } from '../../../../sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { session } from '../../api/session.ts';
import { useChange } from '../../api/use-change.ts';
import { Button } from '../../components/controls.tsx';
import { ErrorNotice } from '../../components/states.tsx';
import { Card } from '../../components/surfaces.tsx';
import { shorten } from '../../design/format.ts';
import { CONNECTION_DEPENDENTS } from './positions-api.ts';

/** Offers to connect the wallet that the user signed in with, unless it is already connected. */
export function ConnectOwn({ connections }: { connections: readonly WalletsConnectionsItem[] }) {
  const user = session.use()?.user;
  const address = user?.wallet_address ?? null;
  const connecting = useChange(
    (own: { walletAddress: string; userId: string }) => api.wallets.create(own),
    CONNECTION_DEPENDENTS,
  );
  const isConnected = connections.some(
    ({ walletAddress }) => walletAddress.toLowerCase() === address?.toLowerCase(),
  );
  if (user === undefined || address === null || isConnected) return null;
  return (
    <Card heading={`What your wallet ${shorten(address)} could earn`}>
      <div className="stack">
        <p>
          Connect the wallet that you signed in with. The service then reads the balances of this wallet and
          shows what its idle money could earn. The service cannot spend the money.
        </p>
        <div className="row">
          <Button
            look="primary"
            busy={connecting.isPending}
            onClick={() => connecting.mutate({ walletAddress: address, userId: user.id })}
          >
            Connect this wallet
          </Button>
        </div>
        {connecting.error !== null && <ErrorNotice error={connecting.error} />}
      </div>
    </Card>
  );
}
