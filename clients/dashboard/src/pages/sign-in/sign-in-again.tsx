import { useMutation } from '@tanstack/react-query';
import { pendingChangeStore } from '../../api/recent-sign-in.ts';
import { isSessionStored, sessionStore, startSession } from '../../api/session.ts';
import { type AnnouncedWallet, useWallets } from '../../api/wallets.ts';
import { Button } from '../../components/controls.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { ErrorNotice } from '../../components/states.tsx';
import { MissingWallet } from '../../demo/missing-wallet.tsx';
import { signInWithWallet, WalletList } from './sign-in.tsx';

async function signInAgain(wallet: AnnouncedWallet) {
  const next = await signInWithWallet(wallet);
  if (next.user.id !== sessionStore.get()?.user.id) {
    throw new Error('This wallet belongs to another account. Choose the wallet that you signed in with.');
  }
  return next;
}

/** Asks the user to sign in again while a change waits, because the API requires a recent sign-in for this change. */
export function SignInAgain() {
  const waitingChange = pendingChangeStore.use();
  return waitingChange === undefined ? null : <SignInDialog {...waitingChange} />;
}

function SignInDialog({ proceed, cancel }: { proceed: () => void; cancel: () => void }) {
  const wallets = useWallets();
  const signInMutation = useMutation({
    mutationFn: signInAgain,
    networkMode: 'always',
    onSuccess: (next) => {
      startSession(next, isSessionStored());
      proceed();
    },
  });
  return (
    <Dialog heading="Sign in again" onClose={cancel}>
      <p>
        This change requires a sign-in within the last 15 minutes. Sign a new message with your wallet to make
        the change.
      </p>
      {wallets.length === 0 ? (
        <p className="notice">
          <MissingWallet />
        </p>
      ) : (
        <WalletList
          wallets={wallets}
          signingWallet={signInMutation.isPending ? signInMutation.variables : undefined}
          onChoose={signInMutation.mutate}
        />
      )}
      {signInMutation.error !== null && <ErrorNotice error={signInMutation.error} />}
      <div className="dialog-actions">
        <Button onClick={cancel}>Cancel</Button>
      </div>
    </Dialog>
  );
}
