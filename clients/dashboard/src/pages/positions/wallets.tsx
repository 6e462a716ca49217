import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WalletsBalancesItem, WalletsConnectionsItem } from '../../../../sdk/src/index.ts';
import { createSigner, proveWallet } from '../../../../sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { sessionStore } from '../../api/session.ts';
import { useApiChange } from '../../api/use-change.ts';
import { type AnnouncedWallet, explained, readCurrentChainId, useWallets } from '../../api/wallets.ts';
import { Button } from '../../components/controls.tsx';
import { CopyCurlButton } from '../../components/curl.tsx';
import { ConfirmDialog } from '../../components/dialogs/dialog.tsx';
import { showToast } from '../../components/dialogs/toast.tsx';
import { EmptyState, ErrorNotice, QueryResult } from '../../components/states.tsx';
import { Badge, Card } from '../../components/surfaces.tsx';
import { PartialListNote } from '../../components/tables/partial-list.tsx';
import { Time } from '../../components/time.tsx';
import { useIsLocalDeployment } from '../../demo/demo.ts';
import { MissingWalletOffer, missingWalletText } from '../../demo/missing-wallet.tsx';
import { formatAmount, formatKeyAsTitle, formatUsd } from '../../design/format.ts';
import { Link } from '../../routing/link.tsx';
import { useSigningWallet } from '../../transactions/wallet-field.tsx';
import { ConnectSignInWallet } from './connect-own.tsx';
import { balancesQuery, CONNECTION_DEPENDENT_QUERIES, connectionsQuery } from './positions-api.ts';

type WalletConnection = WalletsConnectionsItem;

const STATUS_TEXTS: Readonly<Record<string, string>> = {
  removal_requested: 'Removal requested',
  suspended: 'Suspended',
  removed: 'Removed',
};

async function verifyWallet({
  connection,
  wallet,
  isLocalDeployment,
}: {
  connection: WalletConnection;
  wallet: AnnouncedWallet | undefined;
  isLocalDeployment: boolean;
}) {
  if (wallet === undefined) throw new Error(missingWalletText(isLocalDeployment));
  try {
    const signer = await createSigner(wallet.provider);
    if (signer.address.toLowerCase() !== connection.walletAddress.toLowerCase())
      throw new Error(`Choose the account ${connection.walletAddress} in your wallet and try again.`);
    return await proveWallet(api, connection.id, signer, {
      chainId: await readCurrentChainId(wallet.provider),
    });
  } catch (error) {
    throw explained(error);
  }
}

/** Whether the user has signed with the wallet: for the connection, or to sign in. */
function useIsVerified({ provenAt, walletAddress }: WalletConnection): boolean {
  const signInAddress = sessionStore.use()?.user.wallet_address;
  return provenAt !== null || walletAddress.toLowerCase() === signInAddress?.toLowerCase();
}

function Verification({ connection }: { connection: WalletConnection }) {
  const { signer: wallet } = useSigningWallet();
  const isLocalDeployment = useIsLocalDeployment();
  const verificationMutation = useApiChange(verifyWallet, CONNECTION_DEPENDENT_QUERIES);
  const isWalletVerified = useIsVerified(connection);
  if (connection.status !== 'active') return null;
  if (connection.provenAt !== null)
    return (
      <span className="soft small">
        Verified <Time at={connection.provenAt} />
      </span>
    );
  if (isWalletVerified) return <span className="soft small">Verified by your sign-in</span>;
  return (
    <>
      <Button
        small
        busy={verificationMutation.isPending}
        onClick={() =>
          verificationMutation.mutate(
            { connection, wallet, isLocalDeployment },
            { onSuccess: () => showToast('The wallet is verified') },
          )
        }
      >
        Sign to verify this wallet<span className="hidden-visually"> {connection.walletAddress}</span>
      </Button>
      {verificationMutation.error !== null && <ErrorNotice error={verificationMutation.error} />}
    </>
  );
}

function BalanceRow({ balance }: { balance: WalletsBalancesItem['balances'][number] }) {
  return (
    <li className="row row-between">
      <span>
        {formatAmount(balance.amount)} {balance.asset}{' '}
        <span className="soft small">{formatKeyAsTitle(balance.chain)}</span>
      </span>
      <span className="soft">{formatUsd(balance.value_usd)}</span>
    </li>
  );
}

/** Returns the sum in US dollars of the balances that have a price. */
const sumBalancesUsd = (balances: WalletsBalancesItem['balances']): number =>
  balances.reduce((sum, { value_usd }) => sum + (value_usd ?? 0), 0);

function Balances({ address }: { address: string }) {
  const balancesResult = useQuery(balancesQuery(address));
  return (
    <QueryResult query={balancesResult} height={60}>
      {({ data, meta }) => {
        const balances = data.flatMap((wallet) => wallet.balances);
        const unreachableChains = meta.chains
          .filter(({ status }) => status !== 'ok')
          .map(({ chain }) => formatKeyAsTitle(chain));
        return (
          <div className="stack stack-tight">
            {balances.length === 0 && <p className="soft">No balances found.</p>}
            {balances.length > 0 && (
              <p>
                <b>{formatUsd(sumBalancesUsd(balances))}</b> <span className="soft">in this wallet</span>
              </p>
            )}
            <ul className="balances">
              {balances.map((balance) => (
                <BalanceRow
                  key={`${balance.chain} ${balance.asset} ${balance.token_address}`}
                  balance={balance}
                />
              ))}
            </ul>
            {unreachableChains.length > 0 && (
              <p className="soft small">{`These chains did not respond, so their balances are missing: ${unreachableChains.join(', ')}.`}</p>
            )}
          </div>
        );
      }}
    </QueryResult>
  );
}

/** A button with which the user asks the operators to remove a connection. Only operators can remove it. */
function RequestRemovalButton({ connection: { id, walletAddress } }: { connection: WalletConnection }) {
  const [isRemovalDialogOpen, setRemovalDialogOpen] = useState(false);
  const removalRequest = useApiChange(
    () => api.wallets.removalRequest({ connectionId: id }),
    CONNECTION_DEPENDENT_QUERIES,
  );
  const request = () => removalRequest.mutate(undefined, { onSuccess: () => setRemovalDialogOpen(false) });
  return (
    <>
      <Button small onClick={() => setRemovalDialogOpen(true)}>
        Request removal<span className="hidden-visually"> of {walletAddress}</span>
      </Button>
      {isRemovalDialogOpen && (
        <ConfirmDialog
          heading="Request the removal of this wallet?"
          action="Request removal"
          busy={removalRequest.isPending}
          error={removalRequest.error}
          onClose={() => setRemovalDialogOpen(false)}
          onConfirm={request}
        >
          <p>
            After your request, this page no longer shows the balances of the wallet. An operator of the
            service removes the connection. Your money and your vault shares stay in the wallet.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function WalletCard({ connection }: { connection: WalletConnection }) {
  const { walletAddress, userId, status, createdAt } = connection;
  const isVerified = useIsVerified(connection);
  const accountId = sessionStore.use()?.user.id;
  return (
    <section className="card stack">
      <div className="row row-between">
        <div className="entry-main">
          <span className="row">
            <code className="wrapping">{walletAddress}</code>
            {status !== 'active' && (
              <Badge tone="warn">{STATUS_TEXTS[status] ?? formatKeyAsTitle(status)}</Badge>
            )}
            {status === 'active' && !isVerified && <Badge tone="warn">Not verified</Badge>}
          </span>
          <span className="soft small">
            {userId !== accountId && `Of your user ${userId} · `}Connected <Time at={createdAt} />
          </span>
        </div>
        <Verification connection={connection} />
      </div>
      {status === 'active' && (
        <>
          <Balances address={walletAddress} />
          <p className="soft small">
            To see what the idle money of this wallet could earn, scroll to the end of the page with{' '}
            <Link to="/positions">your positions</Link>.
          </p>
          <span className="row">
            <CopyCurlButton path="/wallet/balances" query={{ wallet_address: walletAddress }} />
            <RequestRemovalButton connection={connection} />
          </span>
        </>
      )}
    </section>
  );
}

/** On a local server, offers a demo wallet in a tab that has no wallet. */
function DemoWalletForTab() {
  const isLocalDeployment = useIsLocalDeployment();
  const wallets = useWallets();
  const userId = sessionStore.use()?.user.id;
  const connectMutation = useApiChange(async (wallet: AnnouncedWallet) => {
    if (userId === undefined) return;
    const { address } = await createSigner(wallet.provider);
    const { data: connection } = await api.wallets.create({ walletAddress: address, userId });
    await verifyWallet({ connection, wallet, isLocalDeployment });
    showToast('The wallet is connected and verified');
  }, CONNECTION_DEPENDENT_QUERIES);
  if (!isLocalDeployment || wallets.length > 0) return null;
  return <MissingWalletOffer onOpen={connectMutation.mutateAsync} />;
}

export function Wallets() {
  const connections = useQuery(connectionsQuery);
  return (
    <div className="stack stack-wide">
      <Card
        heading="Connected wallets"
        actions={<CopyCurlButton path="/wallet/connections" query={{ per_page: 100 }} />}
      >
        <p className="soft">
          The service reads the balances of connected wallets. To verify a wallet, you prove with a signature
          that it is yours. Only the vault shares of verified wallets count in your totals. The wallet with
          which you signed in is already verified, even if you have not connected it.
        </p>
      </Card>
      <DemoWalletForTab />
      <QueryResult query={connections} height={200}>
        {({ data, meta }) => (
          <>
            {data.map((connection) => (
              <WalletCard key={connection.id} connection={connection} />
            ))}
            {data.length === 0 && (
              <EmptyState heading="No connected wallets">Connect a wallet to see its balances.</EmptyState>
            )}
            <PartialListNote
              shown={data.length}
              total={meta.pagination.total}
              item="wallet"
              remedy="To read all of them, use GET /wallet/connections."
            />
            <ConnectSignInWallet connections={data} />
          </>
        )}
      </QueryResult>
    </div>
  );
}
