import type { Page } from 'playwright-core';
import { type Hex, hexToString, toHex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import * as z from 'zod/mini';
import { parseTypedData } from '../../support/chain/typed-data.ts';

const hex = z.templateLiteral(['0x', z.string()]);
const transaction = z.object({ to: z.string(), data: z.string() });

export interface InjectedWallet {
  readonly address: string;
  /** The calls that the page asked the wallet to send, in order. They reach no chain and count as mined at once. */
  readonly sent: readonly { readonly to: string; readonly data: string }[];
  /** Batches that the page asked the wallet to send (EIP-5792). */
  readonly batches: readonly unknown[];
  /** Makes the wallet support batches of calls. */
  sendAsOne(): void;
  /** Makes the user of the wallet decline a transaction after the given number of accepted transactions. */
  refuseNext(accepted?: number): void;
  /** Sets whether the account has a sent transaction that is in no block. */
  leaveUnmined(isLeft: boolean): void;
  /** Makes the user of the wallet decline the next chain that a page adds. */
  refuseNextChain(): void;
  /** The chains that pages added, as they described them (EIP-3085). */
  readonly addedChains: readonly unknown[];
}

/** An error as wallets report it (EIP-1193). */
class WalletError extends Error {
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

const chain = z.object({ chainId: z.string() });

/** A request of the page to its wallet (EIP-1193). */
interface WalletCall {
  readonly method: string;
  readonly params?: readonly unknown[];
}

/**
 * Adds a wallet to every document that a page loads. The wallet announces itself as browser extensions do (EIP-6963).
 * It creates real signatures outside the page.
 */
export async function injectWallet(
  page: Page,
  privateKey: Hex = generatePrivateKey(),
): Promise<InjectedWallet> {
  const account = privateKeyToAccount(privateKey);
  const sent: InjectedWallet['sent'][number][] = [];
  const batches: unknown[] = [];
  let supportsAtomicBatches = false;
  let acceptedCountBeforeRefusal: number | undefined;
  let hasUnminedTransaction = false;
  let remainingChainRefusals = 0;
  const addedChains: unknown[] = [];
  const knownChains = new Set(['0x1']);
  let currentChain = '0x1';
  const answer = async ({ method, params = [] }: WalletCall) => {
    if (method === 'eth_requestAccounts') return [account.address];
    if (method === 'eth_chainId') return currentChain;
    if (method === 'wallet_switchEthereumChain') {
      const { chainId } = chain.parse(params[0]);
      if (!knownChains.has(chainId)) throw new WalletError(4902, `Unrecognized chain ID "${chainId}".`);
      currentChain = chainId;
      return null;
    }
    if (method === 'wallet_addEthereumChain') {
      if (remainingChainRefusals > 0) {
        remainingChainRefusals -= 1;
        throw new WalletError(4001, 'User rejected the request.');
      }
      // A wallet may add a chain without switching to it.
      addedChains.push(params[0]);
      knownChains.add(chain.parse(params[0]).chainId);
      return null;
    }
    if (method === 'personal_sign') {
      return account.signMessage({ message: hexToString(hex.parse(params[0])) });
    }
    if (method === 'eth_signTypedData_v4') return account.signTypedData(parseTypedData(String(params[1])));
    if (method === 'eth_sendTransaction') {
      if (acceptedCountBeforeRefusal === 0) {
        acceptedCountBeforeRefusal = undefined;
        throw new Error('User rejected the request.');
      }
      if (acceptedCountBeforeRefusal !== undefined) acceptedCountBeforeRefusal -= 1;
      sent.push(transaction.parse(params[0]));
      return toHex(sent.length, { size: 32 });
    }
    if (method === 'eth_getTransactionReceipt') return { status: '0x1' };
    if (method === 'eth_gasPrice') return toHex(2_000_000_000);
    if (method === 'eth_getTransactionCount')
      return toHex(sent.length + (params[1] === 'pending' && hasUnminedTransaction ? 1 : 0));
    if (supportsAtomicBatches && method === 'wallet_getCapabilities')
      return { '0x1': { atomic: { status: 'supported' } } };
    if (supportsAtomicBatches && method === 'wallet_sendCalls') {
      batches.push(params[0]);
      return { id: `batch-${batches.length}` };
    }
    if (supportsAtomicBatches && method === 'wallet_getCallsStatus') {
      return {
        status: 200,
        atomic: true,
        receipts: [{ transactionHash: toHex(200 + batches.length, { size: 32 }) }],
      };
    }
    throw new Error(`The wallet knows no ${method}`);
  };
  // An error loses its code on the way into the page, so the code is sent as data.
  await page.exposeFunction('callInjectedWallet', async (call: WalletCall) => {
    try {
      return { result: await answer(call) };
    } catch (error) {
      if (!(error instanceof WalletError)) throw error;
      return { error: { code: error.code, message: error.message } };
    }
  });
  await page.addInitScript({ content: ANNOUNCE_WALLET_SCRIPT });
  return {
    address: account.address,
    sent,
    batches,
    sendAsOne: () => {
      supportsAtomicBatches = true;
    },
    refuseNext: (accepted = 0) => {
      acceptedCountBeforeRefusal = accepted;
    },
    leaveUnmined: (isLeft) => {
      hasUnminedTransaction = isLeft;
    },
    addedChains,
    refuseNextChain: () => {
      remainingChainRefusals += 1;
    },
  };
}

/** Script that runs in the page before its own scripts. */
const ANNOUNCE_WALLET_SCRIPT = `{
  const icon =
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Cpath fill='%23f60' d='M0 0h8v8H0z'/%3E%3C/svg%3E";
  const info = { uuid: '350670db-19fa-4704-a166-e52e178b59d2', name: 'Test Wallet', icon, rdns: 'test.wallet' };
  const request = async (call) => {
    const { result, error } = await window.callInjectedWallet(call);
    if (error !== undefined) throw Object.assign(new Error(error.message), { code: error.code });
    return result;
  };
  const detail = Object.freeze({ info, provider: { request } });
  const announce = () => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  addEventListener('eip6963:requestProvider', announce);
  announce();
}`;
