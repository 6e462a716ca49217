import { useMutation } from '@tanstack/react-query';
import type { AnnouncedWallet } from '../api/wallets.ts';
import { Button } from '../components/controls.tsx';
import { ErrorNotice } from '../components/states.tsx';
import { openDemoWallet, useIsLocalDeployment } from './demo.ts';

const WALLET_NOT_FOUND_TEXT = 'No wallet was found in this browser tab.';
const INSTALL_WALLET_TEXT =
  'Install a wallet extension, such as Rabby, MetaMask or Coinbase Wallet, and reload this page.';
const DEMO_WALLET_TAB_TEXT = 'A demo wallet belongs to the tab in which you created it.';

export const NO_WALLET_TEXT = `${WALLET_NOT_FOUND_TEXT} ${INSTALL_WALLET_TEXT}`;

/**
 * Says that this tab has no wallet to sign with, and what to do. On a local server, explains the demo wallet.
 * @param canUseNewWallet whether a new demo wallet can also sign, although it has another address
 */
export function missingWalletText(isLocalDeployment: boolean, canUseNewWallet = false): string {
  if (!isLocalDeployment) return `${NO_WALLET_TEXT} Or use a browser that has your wallet.`;
  const nextStepText = canUseNewWallet
    ? 'Continue in that tab, or use a new demo wallet in this tab. The new wallet has another address.'
    : 'Continue in that tab. If it is closed, sign out and use a new demo wallet.';
  return `${WALLET_NOT_FOUND_TEXT} ${DEMO_WALLET_TAB_TEXT} ${nextStepText}`;
}

/** Says that this tab has no wallet for a task that only the user's own wallet can do. */
export function MissingWallet() {
  return missingWalletText(useIsLocalDeployment());
}

/** Says that this tab has no wallet. On a local server, offers a new demo wallet for this tab. */
export function MissingWalletOffer({ onOpen }: { onOpen?: (wallet: AnnouncedWallet) => Promise<unknown> }) {
  const isLocalDeployment = useIsLocalDeployment();
  return (
    <div className="notice notice-warn">
      <div className="stack stack-tight">
        <p>{missingWalletText(isLocalDeployment, true)}</p>
        {isLocalDeployment && <OpenDemoWalletButton text="Use a demo wallet in this tab" onOpen={onOpen} />}
      </div>
    </div>
  );
}

interface OpenDemoWalletProps {
  readonly text: string;
  readonly look?: 'normal' | 'primary';
  readonly onOpen?: ((wallet: AnnouncedWallet) => Promise<unknown>) | undefined;
}

/** A button for the demo wallet, which works without a browser extension. Shown only on a local server. */
export function OpenDemoWalletButton({ text, look = 'normal', onOpen }: OpenDemoWalletProps) {
  const openWalletMutation = useMutation({
    mutationFn: async () => {
      const wallet = await openDemoWallet();
      await onOpen?.(wallet);
    },
  });
  return (
    <>
      <span>
        <Button look={look} busy={openWalletMutation.isPending} onClick={() => openWalletMutation.mutate()}>
          {text}
        </Button>
      </span>
      {openWalletMutation.error !== null && <ErrorNotice error={openWalletMutation.error} />}
    </>
  );
}
