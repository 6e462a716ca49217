import type { WalletsConnectionsItem } from '../../../../sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { sessionStore } from '../../api/session.ts';
import { useApiChange } from '../../api/use-change.ts';
import { Button } from '../../components/controls.tsx';
import { ErrorNotice } from '../../components/states.tsx';
import { Card } from '../../components/surfaces.tsx';
import { shortenAddressOrId } from '../../design/format.ts';
import { CONNECTION_DEPENDENT_QUERIES } from './positions-api.ts';

/** Offers to connect the wallet that the user signed in with, unless it is already connected. */
export function ConnectSignInWallet({ connections }: { connections: readonly WalletsConnectionsItem[] }) {
  const user = sessionStore.use()?.user;
  const address = user?.wallet_address ?? null;
  const connectMutation = useApiChange(
    (own: { walletAddress: string; userId: string }) => api.wallets.create(own),
    CONNECTION_DEPENDENT_QUERIES,
  );
  const isConnected = connections.some(
    ({ walletAddress }) => walletAddress.toLowerCase() === address?.toLowerCase(),
  );
  if (user === undefined || address === null || isConnected) return null;
  return (
    <Card heading={`What your wallet ${shortenAddressOrId(address)} could earn`}>
      <div className="stack">
        <p>
          Your sign-in has verified this wallet, and its vault shares count in your totals. Connect the wallet
          to let the service also read its balances and show what its idle money could earn. The service
          cannot spend the money.
        </p>
        <div className="row">
          <Button
            look="primary"
            busy={connectMutation.isPending}
            onClick={() => connectMutation.mutate({ walletAddress: address, userId: user.id })}
          >
            Connect this wallet
          </Button>
        </div>
        {connectMutation.error !== null && <ErrorNotice error={connectMutation.error} />}
      </div>
    </Card>
  );
}
