import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StrategiesGetData } from '../../../../sdk/src/index.ts';
import { pricesQuery } from '../../api/queries.ts';
import { Button } from '../../components/controls.tsx';
import { ErrorNotice } from '../../components/states.tsx';
import { useChainId, useIsLocalDeployment } from '../../demo/demo.ts';
import { formatAmount, formatPercent, shortenAddressOrId } from '../../design/format.ts';
import { AmountField, isInvalidAmount, parseAmountText } from '../../transactions/amount-field.tsx';
import { TransactionForm } from '../../transactions/transaction-form.tsx';
import { useDeposit } from '../../transactions/transactions-api.ts';
import { useWalletBalance } from '../../transactions/wallet-balance.ts';
import { chainNameOf } from '../../transactions/wallet-chain.ts';
import { useSigningWallet, WalletField } from '../../transactions/wallet-field.tsx';
import { issueText } from '../developer/issues.ts';
import { EarningsProjection, type PlannedEarnings, RiskWarning, VaultLink } from './deposit-facts.tsx';
import { minimumDepositText, sandboxDepositText } from './deposit-texts.ts';

function DepositTerms({ strategy: { settlement, vault } }: { strategy: StrategiesGetData }) {
  if (settlement === 'sandbox' || vault === null) return null;
  const { entry_percent, exit_percent, performance_percent } = vault.fees;
  const fees = [
    entry_percent > 0 ? `${formatPercent(entry_percent)} deposit fee` : '',
    exit_percent > 0 ? `${formatPercent(exit_percent)} withdrawal fee` : '',
    performance_percent === null || performance_percent === 0
      ? ''
      : `${formatPercent(performance_percent)} performance fee`,
  ].filter(Boolean);
  return (
    <p className="small soft">
      {'The deposit goes directly from your wallet into the vault. '}
      {fees.length === 0 ? 'The vault reports no fees.' : `Fees of the vault: ${fees.join(' and ')}.`}
    </p>
  );
}

interface DepositFormProps {
  readonly strategy: StrategiesGetData;
  /** Initial text of the amount field. Empty by default. */
  readonly firstAmount?: string;
  /**
   * The earnings that the allocation expects from the initial amount; undefined if the user did not come from an
   * allocation.
   */
  readonly planned?: PlannedEarnings | undefined;
  /** Id of the end user for whom the deposit is booked. Null if it is booked for the account itself. */
  readonly userId?: string | null;
  /** The address of the wallet whose position the deposit adds to; undefined for a new position. */
  readonly wallet?: string | undefined;
  readonly onClose: () => void;
}

export function DepositForm({
  strategy,
  firstAmount = '',
  planned,
  userId = null,
  wallet,
  onClose,
}: DepositFormProps) {
  const { id, name, deposit_asset, min_deposit, settlement } = strategy;
  const isOnChain = settlement === 'onchain';
  const prices = useQuery(pricesQuery(deposit_asset.symbol));
  const price = prices.data?.data.find(({ asset }) => asset === deposit_asset.symbol)?.price;
  const minimumDeposit = { usd: min_deposit, asset: deposit_asset.symbol, price };
  const [amount, setAmount] = useState(firstAmount);
  const signingWallet = useSigningWallet();
  const chainId = useChainId(strategy);
  const isLocalDeployment = useIsLocalDeployment();
  const { available, switchChain, switchError } = useWalletBalance(
    isOnChain ? signingWallet.signer : undefined,
    {
      chain: strategy.chain,
      chainId,
      token: deposit_asset.address,
      decimals: deposit_asset.decimals,
    },
  );
  const depositMutation = useDeposit();
  return (
    <TransactionForm
      heading={`Deposit into ${name}`}
      action="Deposit"
      mutation={depositMutation}
      input={{
        ...{ strategy_id: id, amount: parseAmountText(amount), asset: deposit_asset.symbol },
        ...(userId === null ? {} : { user_id: userId }),
      }}
      wallet={isOnChain ? signingWallet.signer : undefined}
      incomplete={isInvalidAmount(amount) || (isOnChain && signingWallet.signer === undefined)}
      booked={(bookedAmount) =>
        `You deposited ${formatAmount(bookedAmount)} ${deposit_asset.symbol}. No real money was used.`
      }
      onClose={onClose}
    >
      <AmountField
        asset={deposit_asset.symbol}
        available={available}
        offersMax
        price={price}
        hint={isOnChain ? minimumDepositText(minimumDeposit) : sandboxDepositText(minimumDeposit)}
        value={amount}
        error={issueText(depositMutation.error, 'amount')}
        onChange={setAmount}
      />
      {switchChain !== undefined && (
        <p className="row small">
          Your wallet is on another chain.
          <Button small onClick={switchChain}>
            Switch to {chainNameOf({ chain: strategy.chain, isLocalDeployment })} and show the balance
          </Button>
          {isLocalDeployment &&
            `This chain runs on the local server, with the id ${chainId}. It has no real money.`}
        </p>
      )}
      {switchError !== null && <ErrorNotice error={switchError} />}
      <EarningsProjection strategy={strategy} amount={parseAmountText(amount)} planned={planned} />
      <RiskWarning strategy={strategy} />
      <DepositTerms strategy={strategy} />
      <VaultLink strategy={strategy} chainId={chainId} />
      {isOnChain && (
        <WalletField
          signing={signingWallet}
          canBeNew
          hint={`This wallet pays the deposit and receives the vault shares.${wallet === undefined ? '' : ` To add to your position, choose the wallet ${shortenAddressOrId(wallet)}.`}`}
        />
      )}
    </TransactionForm>
  );
}

export const acceptsDeposits = ({ settlement, status }: StrategiesGetData): boolean =>
  settlement !== 'none' && status === 'listed';

export function DepositButton({ strategy }: { strategy: StrategiesGetData }) {
  const [isOpen, setOpen] = useState(false);
  if (!acceptsDeposits(strategy)) return null;
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        Deposit
      </Button>
      {isOpen && <DepositForm strategy={strategy} onClose={() => setOpen(false)} />}
    </>
  );
}
