import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { createSigner, signIn, YieldApiError } from '../../../../sdk/src/index.ts';
import { api } from '../../api/client.ts';
import { sessionEndReason, startSession } from '../../api/session.ts';
import { cleanWalletName } from '../../api/wallet-app.ts';
import { type AnnouncedWallet, explained, readCurrentChainId, useWallets } from '../../api/wallets.ts';
import { Checkbox } from '../../components/controls.tsx';
import { ErrorNotice } from '../../components/states.tsx';
import { isDemoWallet, useIsLocalDeployment } from '../../demo/demo.ts';
import { NO_WALLET_TEXT, OpenDemoWalletButton } from '../../demo/missing-wallet.tsx';
import { Link } from '../../routing/link.tsx';
import { navigate, usePath } from '../../routing/location.ts';

const isChainIdError = (error: unknown) =>
  error instanceof YieldApiError && error.message.includes('chain_id');

/**
 * Signs in on the wallet's current chain, because contract wallets can sign only for their own chain. If the service
 * does not support this chain, signs in on the main chain.
 */
export async function signInWithWallet({ provider, info }: AnnouncedWallet) {
  const walletApp = cleanWalletName(info.name);
  try {
    const signer = await createSigner(provider);
    const chainId = await readCurrentChainId(provider);
    try {
      return await signIn(api, signer, { chainId, walletApp });
    } catch (error) {
      if (!isChainIdError(error)) throw error;
      return await signIn(api, signer, { walletApp });
    }
  } catch (thrownValue) {
    throw explained(thrownValue);
  }
}

/** Shown only on a local server. */
function DemoWallet({ onOpen }: { onOpen: (wallet: AnnouncedWallet) => void }) {
  return (
    <div className="stack stack-tight">
      <OpenDemoWalletButton
        text="Use the demo wallet"
        look="primary"
        onOpen={async (wallet) => onOpen(wallet)}
      />
      <p className="hint">
        Creates a wallet with a random key in this tab. The wallet has test money on the local chains. You
        lose the wallet when you close the tab. If you have a demo wallet in another tab, continue in that
        tab.
      </p>
    </div>
  );
}

interface WalletListProps {
  readonly wallets: readonly AnnouncedWallet[];
  /** The wallet that is asked to sign. The other wallets are disabled until the user has signed or rejected. */
  readonly signingWallet: AnnouncedWallet | undefined;
  readonly onChoose: (wallet: AnnouncedWallet) => void;
}

export function WalletList({ wallets, signingWallet, onChoose }: WalletListProps) {
  return (
    <ul className="stack stack-tight">
      {wallets.map((wallet) => (
        <li key={wallet.info.uuid}>
          <button
            type="button"
            className="button wallet"
            aria-disabled={signingWallet !== undefined || undefined}
            onClick={() => signingWallet === undefined && onChoose(wallet)}
          >
            <img src={wallet.info.icon} alt="" width="24" height="24" />
            {wallet.info.name}
            <span className="soft small">{signingWallet === wallet && 'Waiting for your wallet…'}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface SignInProps {
  /** The page that the user opened without a session. */
  readonly requested?: { readonly title: string; readonly content: string };
}

export function SignIn({ requested }: SignInProps) {
  const path = usePath();
  const wallets = useWallets();
  const [isKeptOnDevice, setKeptOnDevice] = useState(false);
  const reason = sessionEndReason.use();
  const isLocalDeployment = useIsLocalDeployment();
  const signInMutation = useMutation({
    mutationFn: signInWithWallet,
    networkMode: 'always',
    onSuccess: (session) => {
      startSession(session, isKeptOnDevice);
      // Only `/login` needs a redirect. At any other path, the router now shows the requested page.
      if (path === '/login') navigate('/strategies', { replace: true });
    },
  });
  return (
    <div className="sign-in card stack">
      <div>
        <h1 tabIndex={-1}>Sign in with your wallet</h1>
        <p className="soft">
          Your wallet address identifies your account. You sign a message, which costs nothing and moves no
          money.
        </p>
        {requested !== undefined && (
          <p className="soft">
            The page “{requested.title}” shows {requested.content}. You must sign in to see this page, because
            the API must know your account. Each account has a rate limit. The <Link to="/">start page</Link>{' '}
            shows the totals of the market without a sign-in.
          </p>
        )}
      </div>
      {reason !== undefined && (
        <div className="notice notice-warn" role="status">
          {reason}
        </div>
      )}
      <Checkbox
        label="Keep me signed in on this device"
        hint="Otherwise the session ends when this page is closed or reloaded."
        checked={isKeptOnDevice}
        onChange={(event) => setKeptOnDevice(event.target.checked)}
      />
      {wallets.length === 0 ? (
        <p className="notice">{NO_WALLET_TEXT}</p>
      ) : (
        <WalletList
          wallets={wallets}
          signingWallet={signInMutation.isPending ? signInMutation.variables : undefined}
          onChoose={signInMutation.mutate}
        />
      )}
      {isLocalDeployment &&
        (wallets.some(isDemoWallet) ? (
          <p className="hint">
            You created the demo wallet in this tab. It has test money on the local chains. You lose the
            wallet when you close the tab.
          </p>
        ) : (
          <DemoWallet onOpen={signInMutation.mutate} />
        ))}
      {signInMutation.error !== null && <ErrorNotice error={signInMutation.error} />}
    </div>
  );
}
