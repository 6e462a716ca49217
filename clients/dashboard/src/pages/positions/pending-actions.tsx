import { useState } from 'react';
import { type ChainTransaction, isOnChain } from '../../../../sdk/src/index.ts';
import { api } from '../../api/client.ts';
import type { Transaction } from '../../api/queries.ts';
import { useApiChange } from '../../api/use-change.ts';
import { type AnnouncedWallet, explained } from '../../api/wallets.ts';
import { Button } from '../../components/controls.tsx';
import { ConfirmDialog } from '../../components/dialogs/dialog.tsx';
import { showToast } from '../../components/dialogs/toast.tsx';
import { ErrorNotice } from '../../components/states.tsx';
import { useIsLocalDeployment } from '../../demo/demo.ts';
import { missingWalletText } from '../../demo/missing-wallet.tsx';
import { formatKeyAsTitle } from '../../design/format.ts';
import { requireNoPendingTransaction, type TransactionWithWallet } from '../../transactions/discard.ts';
import { cancelUnsentTransactions, DEPENDENT_QUERIES } from '../../transactions/transactions-api.ts';
import { useSigningWallet } from '../../transactions/wallet-field.tsx';

/**
 * Maximum age of prepared steps in milliseconds. Older steps may fail, because they were simulated on a block that is
 * no longer the latest.
 */
const STEPS_MAX_AGE_MS = 10 * 60_000;

export interface ResumedSigning {
  readonly heading: string;
  readonly transactions: readonly ChainTransaction[];
  readonly wallet: AnnouncedWallet | undefined;
}

interface PendingTransactionAction extends TransactionWithWallet {
  readonly transaction: Transaction;
}

async function requireUnsentTransaction(pendingAction: PendingTransactionAction): Promise<void> {
  try {
    await requireNoPendingTransaction(pendingAction);
  } catch (error) {
    throw explained(error);
  }
}

/** Returns the prepared steps. If they are too old, returns new steps. */
async function loadCurrentTransaction(
  pendingAction: PendingTransactionAction,
): Promise<ChainTransaction | undefined> {
  if (pendingAction.wallet === undefined) throw new Error(missingWalletText(pendingAction.isLocalDeployment));
  const { id, created_at, type, strategy_id, amount, asset, wallet_address, user_id } =
    pendingAction.transaction;
  if (Date.now() - Date.parse(created_at) <= STEPS_MAX_AGE_MS) {
    const { data } = await api.investments.getTransaction({ id });
    return isOnChain(data) ? data : undefined;
  }
  await requireUnsentTransaction(pendingAction);
  const input = { strategy_id, wallet_address, ...(user_id == null ? {} : { user_id }) };
  const part = amount === null ? { all: true } : { amount };
  const { data } =
    type === 'deposit' && amount !== null
      ? await api.investments.deposit({ ...input, amount, asset })
      : await api.investments.withdraw({ ...input, ...part });
  if (!isOnChain(data)) return undefined;
  // Cancel the old transaction last, so that the user still has the old steps if the API rejects the new request.
  try {
    await api.investments.cancelTransaction({ id });
  } catch (error) {
    await cancelUnsentTransactions({ transactions: [data] });
    throw error;
  }
  return data;
}

async function discardTransaction(pendingAction: PendingTransactionAction): Promise<void> {
  await requireUnsentTransaction(pendingAction);
  await api.investments.cancelTransaction({ id: pendingAction.transaction.id });
  // Show the message here. React Query would not call a callback of the row, because the row is removed.
  showToast('The transaction was discarded');
}

/** Buttons that sign or discard a transaction whose steps are not signed yet. */
export function PendingActions({
  transaction,
  name,
  onResume,
}: {
  transaction: Transaction;
  name: string;
  onResume: (resumedSigning: ResumedSigning) => void;
}) {
  const { signer: wallet } = useSigningWallet();
  const isLocalDeployment = useIsLocalDeployment();
  const [isDiscarding, setDiscarding] = useState(false);
  const resumeMutation = useApiChange(async (input: PendingTransactionAction) => {
    const currentTransaction = await loadCurrentTransaction(input);
    // Open the dialog here. The new steps have already replaced the row, so a callback of the row would not run.
    if (currentTransaction !== undefined)
      onResume({
        heading: `${formatKeyAsTitle(currentTransaction.type)}: ${name}`,
        transactions: [currentTransaction],
        wallet,
      });
  }, DEPENDENT_QUERIES);
  const discardMutation = useApiChange(discardTransaction, DEPENDENT_QUERIES);
  const pendingAction = { transaction, wallet, isLocalDeployment };
  return (
    <>
      <span className="row position-actions">
        <Button small busy={resumeMutation.isPending} onClick={() => resumeMutation.mutate(pendingAction)}>
          Resume<span className="hidden-visually"> {name}</span>
        </Button>
        <Button small look="danger" onClick={() => setDiscarding(true)}>
          Discard<span className="hidden-visually"> {name}</span>
        </Button>
      </span>
      {resumeMutation.error !== null && <ErrorNotice error={resumeMutation.error} />}
      {isDiscarding && (
        <ConfirmDialog
          heading="Discard this transaction?"
          action="Discard"
          busy={discardMutation.isPending}
          error={discardMutation.error}
          onClose={() => setDiscarding(false)}
          onConfirm={() => discardMutation.mutate(pendingAction, { onSuccess: () => setDiscarding(false) })}
        >
          <p>
            {wallet === undefined
              ? 'This browser has no wallet, so this page cannot check whether the transaction was sent. If you signed the transaction, the chain can still carry it out.'
              : 'Your wallet first asks the chain whether the transaction was sent. If it was sent, this page does not discard it. If it was not sent, this page discards it, and your wallet and your investments do not change.'}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
