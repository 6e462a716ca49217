import type { TypedDataDefinition } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import type { AnnouncedWallet } from '../api/wallets.ts';
import { DEMO_WALLET_STORAGE_KEY } from './demo.ts';
import { fetchLocalChains, LOCAL_CHAINS_PATH, type LocalChain } from './local-chains.ts';

/**
 * A wallet for trying the service without a browser extension. Its random private key is stored in this tab. The local
 * server sends test money to the wallet on the local chains. Only pages of a local server load this module.
 */

type Hex = `0x${string}`;

const isHex = (value: unknown): value is Hex => typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value);

function requireHex(value: unknown): Hex {
  if (!isHex(value)) throw new Error(`The demo wallet expected a hexadecimal value, not ${String(value)}.`);
  return value;
}

/** Calls the node of a local chain (JSON-RPC). */
async function call(chain: string, rpcMethod: string, params: readonly unknown[]): Promise<unknown> {
  const response = await fetch(LOCAL_CHAINS_PATH + chain, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: rpcMethod, params }),
  });
  if (!response.ok) throw new Error(`The local chain ${chain} does not respond. Restart the server.`);
  const { result, error }: { result?: unknown; error?: { message?: string } } = await response.json();
  if (error !== undefined)
    throw new Error(
      error.message ??
        `The local chain ${chain} rejected ${rpcMethod} and gave no reason. Try again. If it fails again, restart the server.`,
    );
  return result;
}

/** Returns the account of this browser tab. Its key survives a reload and is lost when the tab is closed. */
function loadTabAccount(): PrivateKeyAccount {
  const storedPrivateKey = sessionStorage.getItem(DEMO_WALLET_STORAGE_KEY);
  const key = isHex(storedPrivateKey) ? storedPrivateKey : generatePrivateKey();
  sessionStorage.setItem(DEMO_WALLET_STORAGE_KEY, key);
  return privateKeyToAccount(key);
}

const isTypedData = (value: unknown): value is TypedDataDefinition =>
  typeof value === 'object' && value !== null && 'primaryType' in value && 'types' in value;

function parseTypedData(text: unknown): TypedDataDefinition {
  const value: unknown = JSON.parse(String(text));
  if (!isTypedData(value)) throw new Error('The demo wallet can sign only typed data (EIP-712).');
  return value;
}

interface Call {
  readonly to: Hex;
  readonly data: Hex;
  readonly value: Hex;
  readonly gas?: Hex;
}

function parseCall(transactionRequest: unknown): Call {
  if (
    typeof transactionRequest !== 'object' ||
    transactionRequest === null ||
    !('to' in transactionRequest) ||
    !('data' in transactionRequest)
  )
    throw new Error('The demo wallet can send only transactions that have the fields "to" and "data".');
  return {
    to: requireHex(transactionRequest.to),
    data: requireHex(transactionRequest.data),
    value: 'value' in transactionRequest ? requireHex(transactionRequest.value) : '0x0',
    ...('gas' in transactionRequest ? { gas: requireHex(transactionRequest.gas) } : {}),
  };
}

async function send(
  account: PrivateKeyAccount,
  { chain, chain_id }: LocalChain,
  transactionRequest: unknown,
) {
  const { to, data, value, gas } = parseCall(transactionRequest);
  const request = { from: account.address, to, data, value };
  const [transactionNonce, gasPrice, gasLimit] = await Promise.all([
    call(chain, 'eth_getTransactionCount', [account.address, 'pending']),
    call(chain, 'eth_gasPrice', []),
    gas ?? call(chain, 'eth_estimateGas', [request]),
  ]);
  const signedTransaction = await account.signTransaction({
    ...{ to, data, chainId: chain_id, value: BigInt(value), nonce: Number(requireHex(transactionNonce)) },
    ...{
      gas: BigInt(requireHex(gasLimit)),
      maxFeePerGas: 2n * BigInt(requireHex(gasPrice)),
      maxPriorityFeePerGas: 1n,
    },
  });
  return call(chain, 'eth_sendRawTransaction', [signedTransaction]);
}

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Crect width='8' height='8' rx='2' fill='%230b8457'/%3E%3Cpath d='M2 3h4v3H2z' fill='%23fff'/%3E%3C/svg%3E";

/** The demo wallet of this tab (EIP-1193), with test money on the chains of the demo vaults. */
export async function createDemoWallet(): Promise<AnnouncedWallet> {
  const account = loadTabAccount();
  const chains = await fetchLocalChains();
  const [firstChain] = chains.filter(({ has_vault }) => has_vault);
  if (firstChain === undefined)
    throw new Error(
      'This server has no local chain with a demo vault. Install anvil, then restart the server.',
    );
  let currentChain = firstChain;
  const fundingByChain = new Map<string, Promise<unknown>>();
  const fund = ({ chain }: LocalChain) => {
    const fundingPromise = fundingByChain.get(chain) ?? call(chain, 'demo_fundWallet', [account.address]);
    fundingByChain.set(chain, fundingPromise);
    return fundingPromise;
  };
  for (const chain of chains)
    if (chain.has_vault) void fund(chain).catch(() => fundingByChain.delete(chain.chain));

  function switchToChain(requestedChain: unknown): null {
    const id =
      typeof requestedChain === 'object' && requestedChain !== null && 'chainId' in requestedChain
        ? requestedChain.chainId
        : undefined;
    const matchingChain = chains.find(({ chain_id }) => chain_id === Number(id));
    if (matchingChain === undefined)
      throw new Error(
        `The demo wallet supports only the local chains of this server, not chain ${Number(id)}.`,
      );
    currentChain = matchingChain;
    return null;
  }

  const WALLET_METHODS: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    eth_requestAccounts: () => [account.address],
    eth_accounts: () => [account.address],
    eth_chainId: () => `0x${currentChain.chain_id.toString(16)}`,
    wallet_switchEthereumChain: ([requestedChain]) => switchToChain(requestedChain),
    personal_sign: ([message]) => account.signMessage({ message: { raw: requireHex(message) } }),
    eth_signTypedData_v4: ([, typedData]) => account.signTypedData(parseTypedData(typedData)),
    eth_sendTransaction: async ([transactionRequest]) => {
      await fund(currentChain);
      return send(account, currentChain, transactionRequest);
    },
  };
  return {
    info: {
      uuid: 'a8f1a0d2-4f0c-4f4e-9a46-9f1f5a7e0d11',
      name: 'Demo wallet',
      icon: ICON,
      rdns: 'local.demo-wallet',
    },
    provider: {
      request: async ({ method, params = [] }) => {
        const walletMethod = WALLET_METHODS[method];
        const requestParams: readonly unknown[] = Array.isArray(params) ? params : [];
        return walletMethod === undefined
          ? call(currentChain.chain, method, requestParams)
          : walletMethod(requestParams);
      },
    },
  };
}
