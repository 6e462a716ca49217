import { useState } from 'react';
import type { ChainTransaction } from '../../../sdk/src/index.ts';
import { useApiChange } from '../api/use-change.ts';
import type { AnnouncedWallet } from '../api/wallets.ts';
import { Button } from '../components/controls.tsx';
import { Dialog } from '../components/dialogs/dialog.tsx';
import { OnChainReference } from '../components/on-chain.tsx';
import { ErrorNotice } from '../components/states.tsx';
import { useIsLocalDeployment } from '../demo/demo.ts';
import { requireNoPendingTransaction } from './discard.ts';
import { NetworkFee } from './network-fee.tsx';
import { ChainTransactionOutcome, changesText } from './outcome.tsx';
import { PositionsLink } from './positions-link.tsx';
import { addKeysToSteps, createSigningProcess, type SigningProgress, type StepState } from './signing.ts';
import { cancelUnsentTransactions, DEPENDENT_QUERIES } from './transactions-api.ts';
import { chainNameOf } from './wallet-chain.ts';

const STEP_TEXTS: Readonly<Record<string, string>> = {
  approve: 'Allow the vault to take the amount',
  permit: 'Sign a permit that lets the vault take the amount (no network fee)',
  deposit: 'Deposit into the vault',
  withdraw: 'Withdraw from the vault',
  redeem: 'Withdraw from the vault',
};

/** The step `approve` has its own text in a withdrawal, where it allows the router to redeem vault shares. */
const stepText = (step: string, transactionType: ChainTransaction['type']): string =>
  step === 'approve' && transactionType === 'withdrawal'
    ? 'Allow the withdrawal contract to exchange these vault shares for your money'
    : (STEP_TEXTS[step] ?? step);

const STEP_STATE_TEXTS: Readonly<Record<StepState, string>> = {
  waiting: '',
  signing: 'Confirm in your wallet',
  sent: 'Sent. Waiting for confirmation',
  done: 'Done',
};

function Steps({
  transactions,
  progress: { states, isBatch },
}: {
  transactions: readonly ChainTransaction[];
  progress: SigningProgress;
}) {
  return (
    <>
      <ol className="signing-steps" aria-label="Steps">
        {transactions.flatMap((transaction) =>
          addKeysToSteps(transaction).map(({ key, step }) => {
            const state = states.get(key) ?? 'waiting';
            return (
              <li key={key} className={`signing-step is-${state}`}>
                <span>{stepText(step.type, transaction.type)}</span>
                <span className="soft small">{STEP_STATE_TEXTS[state]}</span>
              </li>
            );
          }),
        )}
      </ol>
      {isBatch && <p className="small soft">Your wallet sends all steps with one signature.</p>}
    </>
  );
}

function TransactionReview({
  transactions,
  wallet,
  isLocalDeployment,
  hasStartedSigning,
}: {
  transactions: readonly ChainTransaction[];
  wallet: AnnouncedWallet | undefined;
  isLocalDeployment: boolean;
  hasStartedSigning: boolean;
}) {
  return (
    <div className="stack stack-tight">
      <ul className="stack stack-tight">
        {transactions.map(({ id, asset, expected_changes: changes }) => (
          <li key={id}>
            <b>
              {changes === null
                ? 'The exact result is unknown before you sign, because this chain cannot simulate transactions.'
                : changesText(changes, asset, 'future')}
            </b>
          </li>
        ))}
      </ul>
      <p className="small soft">
        This is a preview from a simulation.{!hasStartedSigning && ' Nothing has been sent yet.'}
      </p>
      {transactions.slice(0, 1).map(({ id, chain, chain_id, vault_address }) => (
        <p key={id} className="small">
          {`Chain: ${chainNameOf({ chain, isLocalDeployment })}, id ${chain_id}. Vault: `}
          <OnChainReference chainId={chain_id} kind="address" value={vault_address} />
          {isLocalDeployment &&
            `. This chain runs on the local server: no real money is used. This chain is not the public ${chainNameOf({ chain, isLocalDeployment: false })}.`}
        </p>
      ))}
      <NetworkFee transactions={transactions} wallet={wallet} />
    </div>
  );
}

interface SigningDialogProps {
  readonly heading: string;
  readonly transactions: readonly ChainTransaction[];
  readonly wallet: AnnouncedWallet | undefined;
  readonly onClose: () => void;
}

export function SigningDialog({ heading, transactions, wallet, onClose }: SigningDialogProps) {
  const isLocalDeployment = useIsLocalDeployment();
  const [signingProcess] = useState(() => createSigningProcess(transactions, wallet, isLocalDeployment));
  const progress = signingProcess.progress.use();
  const run = useApiChange(() => signingProcess.sign(), DEPENDENT_QUERIES);
  const discardMutation = useApiChange(async () => {
    for (const transaction of transactions)
      await requireNoPendingTransaction({ transaction, wallet, isLocalDeployment });
    await cancelUnsentTransactions({ transactions });
  }, DEPENDENT_QUERIES);
  const hasStartedSigning = run.status !== 'idle';
  const closeDialog = () => {
    if (!hasStartedSigning) void cancelUnsentTransactions({ transactions });
    onClose();
  };
  const canDiscardTransactions = run.isError && !signingProcess.hasSent();
  return (
    <Dialog heading={heading} onClose={closeDialog}>
      {run.isSuccess ? (
        transactions.map((transaction) => <ChainTransactionOutcome key={transaction.id} sent={transaction} />)
      ) : (
        <>
          <TransactionReview
            transactions={transactions}
            wallet={wallet}
            isLocalDeployment={isLocalDeployment}
            hasStartedSigning={hasStartedSigning}
          />
          <div role="status">
            <Steps transactions={transactions} progress={progress} />
          </div>
        </>
      )}
      {run.error !== null && <ErrorNotice error={run.error} />}
      {discardMutation.error !== null && <ErrorNotice error={discardMutation.error} />}
      {hasStartedSigning && !run.isSuccess && (
        <p className="small soft">
          You can close this window. The transaction stays under Pending on the Positions page.
        </p>
      )}
      <div className="dialog-actions">
        {run.isSuccess ? (
          <>
            <PositionsLink />
            <Button look="primary" onClick={closeDialog}>
              Close
            </Button>
          </>
        ) : (
          <>
            {canDiscardTransactions && (
              <Button
                look="danger"
                busy={discardMutation.isPending}
                onClick={() => discardMutation.mutate(undefined, { onSuccess: onClose })}
              >
                Discard
              </Button>
            )}
            <Button onClick={closeDialog}>{hasStartedSigning ? 'Close' : 'Cancel'}</Button>
            <Button look="primary" busy={run.isPending} onClick={() => run.mutate(undefined)}>
              {run.isPending ? 'Waiting for your wallet' : run.isError ? 'Try again' : 'Sign'}
            </Button>
          </>
        )}
      </div>
    </Dialog>
  );
}
