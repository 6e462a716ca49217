import { useState } from 'react';
import { isOnChain, sendSteps, signerOf, stepSenderOf } from '../../../../sdk/src/index.ts';
import { api } from '../../api/client.ts';
import type { Transaction } from '../../api/queries.ts';
import { useChange } from '../../api/use-change.ts';
import { type AnnouncedWallet, explained } from '../../api/wallets.ts';
import { Button } from '../../components/controls.tsx';
import { Confirm } from '../../components/dialogs/dialog.tsx';
import { say } from '../../components/dialogs/toast.tsx';
import { ErrorNotice } from '../../components/states.tsx';
import { useSigner } from '../../movements/wallet-field.tsx';

/** Steps are simulated on the latest block when they are made. Older ones may no longer be right. */
const STEPS_VALID_MS = 10 * 60_000;
const DEPENDENTS = ['transactions', 'investments', 'holdings', 'portfolio'];

interface Asked {
  readonly transaction: Transaction;
  readonly wallet: AnnouncedWallet | undefined;
}

/** Throws when the wallet has a transaction that is not in a block yet, because that may be this one. */
async function requireNothingSent({ transaction, wallet }: Asked): Promise<void> {
  if (wallet === undefined) return;
  const count = (block: string) =>
    wallet.provider.request({
      method: 'eth_getTransactionCount',
      params: [transaction.wallet_address, block],
    });
  const [mined, sent] = await Promise.all([count('latest'), count('pending')]).catch(() => [0, 0]);
  if (Number(sent) > Number(mined))
    throw new Error(
      'Your wallet has sent a transaction that is not in a block yet. Try again when the transaction is in a block.',
    );
}

/** The prepared steps, or new ones for the same deposit when those are too old. */
async function currentSteps(asked: Asked) {
  const { id, created_at, type, strategy_id, amount, asset, wallet_address } = asked.transaction;
  const isOld = Date.now() - Date.parse(created_at) > STEPS_VALID_MS;
  if (!isOld || amount === null) return (await api.investments.getTransaction({ id })).data;
  await requireNothingSent(asked);
  await api.investments.cancelTransaction({ id });
  const input = { strategy_id, amount, wallet_address };
  return type === 'deposit'
    ? (await api.investments.deposit({ ...input, asset })).data
    : (await api.investments.withdraw(input)).data;
}

async function resume(asked: Asked): Promise<void> {
  const { wallet } = asked;
  if (wallet === undefined)
    throw new Error('No wallet was found in this browser. Open the page in the browser with your wallet.');
  const steps = await currentSteps(asked);
  if (!isOnChain(steps)) return;
  try {
    const { address } = await signerOf(wallet.provider);
    if (address.toLowerCase() !== steps.wallet_address.toLowerCase())
      throw new Error(`Choose the account ${steps.wallet_address} in your wallet and try again.`);
    await sendSteps(api, steps, stepSenderOf(wallet.provider, steps.wallet_address));
  } catch (error) {
    throw explained(error);
  }
}

async function discard(asked: Asked): Promise<void> {
  await requireNothingSent(asked);
  await api.investments.cancelTransaction({ id: asked.transaction.id });
  // Shown here, because a callback of the row would not run once the row is removed.
  say('The transaction was discarded');
}

/** Signs or discards a transaction whose steps were not signed yet. */
export function PendingActions({ transaction, name }: { transaction: Transaction; name: string }) {
  const { signer: wallet } = useSigner();
  const [isDiscarding, setDiscarding] = useState(false);
  const resuming = useChange(resume, DEPENDENTS);
  const discarding = useChange(discard, DEPENDENTS);
  return (
    <>
      <span className="row position-actions">
        <Button
          small
          busy={resuming.isPending}
          onClick={() =>
            resuming.mutate(
              { transaction, wallet },
              { onSuccess: () => say('The transaction was sent. It will be confirmed soon') },
            )
          }
        >
          {resuming.isPending ? 'Waiting for your wallet' : 'Resume'}
          <span className="hidden-visually"> {name}</span>
        </Button>
        <Button small look="danger" onClick={() => setDiscarding(true)}>
          Discard<span className="hidden-visually"> {name}</span>
        </Button>
      </span>
      {resuming.error !== null && <ErrorNotice error={resuming.error} />}
      {isDiscarding && (
        <Confirm
          heading="Discard this transaction?"
          action="Discard"
          busy={discarding.isPending}
          error={discarding.error}
          onClose={() => setDiscarding(false)}
          onConfirm={() =>
            discarding.mutate(
              { transaction, wallet },
              {
                onSuccess: () => setDiscarding(false),
              },
            )
          }
        >
          <p>
            Nothing was sent to the chain for this transaction. Your wallet and your investments do not
            change.
          </p>
        </Confirm>
      )}
    </>
  );
}
