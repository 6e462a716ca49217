import { useState } from 'react';
import { type AnnouncedWallet, useWallets } from '../api/wallets.ts';
import { SelectField } from '../components/controls.tsx';
import { MissingWallet, MissingWalletOffer } from '../demo/missing-wallet.tsx';

interface WalletSelection {
  readonly wallets: readonly AnnouncedWallet[];
  /** The wallet that signs; undefined when this browser has no wallet. */
  readonly signer: AnnouncedWallet | undefined;
  readonly choose: (uuid: string) => void;
}

/** Returns the browser's first wallet unless the user chooses another wallet. */
export function useSigningWallet(): WalletSelection {
  const wallets = useWallets();
  const [chosenWalletId, setChosenWalletId] = useState('');
  return {
    wallets,
    signer: wallets.find(({ info }) => info.uuid === chosenWalletId) ?? wallets[0],
    choose: setChosenWalletId,
  };
}

interface WalletFieldProps {
  readonly signing: WalletSelection;
  readonly hint: string;
  /** Whether to offer a new demo wallet. False if only the wallet of a position can sign. */
  readonly canBeNew?: boolean;
}

/** A field to choose the signing wallet if there are several wallets, or a hint if there is none. */
export function WalletField({ signing, hint, canBeNew = false }: WalletFieldProps) {
  const { wallets, signer, choose } = signing;
  if (wallets.length === 0) {
    return canBeNew ? (
      <MissingWalletOffer />
    ) : (
      <p className="notice notice-warn">
        <MissingWallet />
      </p>
    );
  }
  return (
    <SelectField
      label="Signed by"
      hint={hint}
      value={signer?.info.uuid ?? ''}
      onChange={(event) => choose(event.target.value)}
    >
      {wallets.map(({ info }) => (
        <option key={info.uuid} value={info.uuid}>
          {info.name}
        </option>
      ))}
    </SelectField>
  );
}
