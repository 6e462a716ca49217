/**
 * Example: deposits 100 USDC into the demo vault of a local chain and waits until the deposit is confirmed.
 * The local node holds the wallet's key. In a page, pass the user's wallet to `createStepSender` instead.
 * Requires the environment variables BASE (base URL), KEY (API key) and CHAINS (URL of the local chains).
 */
import { completeTransaction, createClient, createStepSender } from '../sdk/src/index.ts';

const { BASE = '', KEY = '', CHAINS = '' } = process.env;
const WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const CHAIN = 'base';

/** The local node as a wallet provider. It signs with the keys of its unlocked accounts. */
const node = {
  request: async ({ method, params = [] }: { method: string; params?: readonly unknown[] }) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(`${CHAINS}${CHAIN}`, { method: 'POST', headers, body });
    const answer: unknown = await response.json();
    if (typeof answer !== 'object' || answer === null || !('result' in answer)) {
      throw new Error(`${method}: ${JSON.stringify(answer)}`);
    }
    return answer.result;
  },
};

const client = createClient({ baseUrl: BASE, credential: KEY });
const { data } = await client.strategies.list({ protocol: ['demo-vault'], chain: [CHAIN] });
const [vault] = data;
if (vault === undefined) throw new Error('No vault is listed: the local chains need anvil.');
const depositResponse = await client.investments.deposit({
  strategy_id: vault.id,
  amount: '100',
  wallet_address: WALLET,
});
const done = await completeTransaction(client, depositResponse.data, createStepSender(node, WALLET));
console.log(JSON.stringify(done, null, 2));
