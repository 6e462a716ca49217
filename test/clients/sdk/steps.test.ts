import { describe, expect, test } from 'vitest';
import {
  type ChainTransaction,
  type Client,
  createClient,
  createStepSender,
  isOnChain,
  sendStepsAndWait,
} from '../../../clients/sdk/src/index.ts';

const STEPS = ['0xaa', '0xbb'].map((data) => ({
  type: 'deposit' as const,
  chain_id: 8_453,
  to: '0x1',
  data,
  typed_data: null,
  value: '10',
  gas_estimate: 21_000,
}));

const CALLS = STEPS.map(({ to, data }) => ({ to, data, value: '0x0' }));

/** Starts a service whose transaction is confirmed at the second read. Records the requests that it receives. */
function service() {
  const serviceRequests: unknown[] = [];
  let readCount = 0;
  const client = createClient({
    baseUrl: 'https://api.example.com/v1',
    fetch: async (url, init = {}) => {
      serviceRequests.push([init.method, new URL(String(url)).pathname, init.body]);
      readCount += 1;
      const data = {
        id: 'txn_1',
        chain_id: 8_453,
        steps: STEPS,
        calls: CALLS,
        status: readCount < 3 ? 'pending' : 'confirmed',
      };
      return new Response(JSON.stringify({ success: true, data, meta: {} }));
    },
  });
  return { client, serviceRequests };
}

/**
 * Returns a wallet whose current chain differs from the chain of the steps. For each transaction, the first read of the
 * receipt returns null and the second read returns the receipt.
 */
function wallet(status = '0x1', others: Record<string, () => unknown> = {}) {
  const walletRequests: unknown[] = [];
  let [sent, receiptReadCount] = [0, 0];
  const answers: Record<string, () => unknown> = {
    eth_chainId: () => '0x1',
    wallet_switchEthereumChain: () => null,
    eth_signTypedData_v4: () => '0xsigned',
    eth_sendTransaction: () => {
      sent += 1;
      return `0xhash${sent}`;
    },
    eth_getTransactionReceipt: () => {
      receiptReadCount += 1;
      return receiptReadCount % 2 === 0 ? { status } : null;
    },
    wallet_getCapabilities: () => {
      throw new Error('The wallet knows no such method');
    },
    ...others,
  };
  const request = async ({ method, params }: { method: string; params?: readonly unknown[] }) => {
    walletRequests.push([method, ...(params ?? [])]);
    return answers[method]?.();
  };
  return { provider: { request }, walletRequests };
}

/** Reads the transaction before its steps are sent. */
async function pending(client: Client): Promise<ChainTransaction> {
  const { data } = await client.investments.getTransaction({ id: 'txn_1' });
  if (!isOnChain(data)) throw new Error('The transaction is not on a chain');
  return data;
}

describe('the client with the steps of an on-chain deposit', () => {
  test('the client sends the steps of a deposit in order and waits for the confirmation', async () => {
    const { client, serviceRequests } = service();
    const { provider, walletRequests } = wallet();
    const data = await pending(client);
    const done = await sendStepsAndWait(client, data, createStepSender(provider, '0xme', { everyMs: 0 }), {
      everyMs: 0,
    });
    expect(done.status).toBe('confirmed');
    expect(serviceRequests).toEqual([
      ['GET', '/v1/investments/transactions/txn_1', undefined],
      ['POST', '/v1/investments/transactions/txn_1/submit', '{"hashes":["0xhash1","0xhash2"]}'],
      ['GET', '/v1/investments/transactions/txn_1', undefined],
    ]);
    expect(walletRequests).toContainEqual(['wallet_switchEthereumChain', { chainId: '0x2105' }]);
    expect(walletRequests).toContainEqual([
      'eth_sendTransaction',
      { from: '0xme', to: '0x1', data: '0xaa', value: '0xa', gas: '0x5208' },
    ]);
  });

  test('the client signs the permit of a deposit before it sends the remaining steps', async () => {
    const { client, serviceRequests } = service();
    const { provider, walletRequests } = wallet();
    const [first, ...others] = (await pending(client)).steps;
    if (first === undefined) throw new Error('There are steps');
    const permit = { ...first, type: 'permit' as const, data: null, typed_data: '{"primaryType":"Permit"}' };
    const begun = {
      ...(await pending(client)),
      steps: [permit, ...others.map((step) => ({ ...step, data: null }))],
    };
    await sendStepsAndWait(client, begun, createStepSender(provider, '0xme', { everyMs: 0 }), { everyMs: 0 });
    expect(walletRequests).toContainEqual(['eth_signTypedData_v4', '0xme', '{"primaryType":"Permit"}']);
    expect(serviceRequests).toContainEqual([
      'POST',
      '/v1/investments/transactions/txn_1/sign',
      '{"signature":"0xsigned"}',
    ]);
    // The service returned this step in its response to the permit signature.
    expect(walletRequests.flat()).toContainEqual({
      from: '0xme',
      to: '0x1',
      data: '0xaa',
      value: '0xa',
      gas: '0x5208',
    });
  });

  test('the client does not send a deposit step that requires a permit signature without this signature', async () => {
    const { provider, walletRequests } = wallet();
    const [step] = STEPS;
    if (step === undefined) throw new Error('There are steps');
    const send = createStepSender(provider, '0xme', { everyMs: 0 });
    await expect(send({ ...step, data: null })).rejects.toThrow('waits for the signature');
    expect(walletRequests.flat()).not.toContain('eth_sendTransaction');
  });

  test('the client sends no further step after a step is reverted on the chain', async () => {
    const { client, serviceRequests } = service();
    const data = await pending(client);
    const send = createStepSender(wallet('0x0').provider, '0xme', { everyMs: 0 });
    await expect(sendStepsAndWait(client, data, send)).rejects.toThrow('0xhash1 was reverted');
    expect(serviceRequests).toHaveLength(1);
  });
});

describe('a wallet that sends several calls as one batch', () => {
  const ATOMIC_WALLET_ANSWERS = {
    wallet_getCapabilities: () => ({ '0x2105': { atomic: { status: 'ready' } } }),
  };
  const refuse = (code: number) => () => {
    throw Object.assign(new Error('No'), { code });
  };

  /** Sends a batch that ends with a status. Returns what wallet and service received. */
  async function batched(status: number, receipts: unknown = [{ transactionHash: '0xbatch' }]) {
    const { client, serviceRequests } = service();
    let readCount = 0;
    const { provider, walletRequests } = wallet('0x1', {
      ...ATOMIC_WALLET_ANSWERS,
      wallet_sendCalls: () => ({ id: '0xid' }),
      wallet_getCallsStatus: () => {
        readCount += 1;
        return readCount === 1 ? { status: 100 } : { status, receipts };
      },
    });
    const send = createStepSender(provider, '0xme', { everyMs: 0 });
    const done = sendStepsAndWait(client, await pending(client), send, { everyMs: 0 });
    return { done, walletRequests, serviceRequests };
  }

  test('the client sends all calls as one batch and reports the hash from the receipt of the batch', async () => {
    const { done, walletRequests, serviceRequests } = await batched(200);
    expect((await done).status).toBe('confirmed');
    expect(walletRequests).toContainEqual([
      'wallet_sendCalls',
      { version: '2.0.0', chainId: '0x2105', from: '0xme', atomicRequired: true, calls: CALLS },
    ]);
    expect(walletRequests).toContainEqual(['wallet_getCallsStatus', '0xid']);
    expect(walletRequests.flat()).not.toContain('eth_sendTransaction');
    expect(serviceRequests).toContainEqual([
      'POST',
      '/v1/investments/transactions/txn_1/submit',
      '{"hashes":["0xbatch"]}',
    ]);
  });

  test('the client does not send a batch again if the batch has no receipt', async () => {
    const { done, walletRequests, serviceRequests } = await batched(200, null);
    await done;
    expect(walletRequests.flat()).not.toContain('eth_sendTransaction');
    expect(serviceRequests.flat()).not.toContain('POST');
  });

  test.each([400, 500, 600])('a batch that fails with status %s is not sent again', async (status) => {
    const { done, walletRequests } = await batched(status);
    await expect(done).rejects.toThrow(`status ${status}`);
    expect(walletRequests.flat()).not.toContain('eth_sendTransaction');
  });

  test.each([
    ['does not support batches', { wallet_getCapabilities: () => ({ '0x2105': {} }) }],
    [
      'supports batches on another chain only',
      { wallet_getCapabilities: () => ({ '0x1': { atomic: { status: 'ready' } } }) },
    ],
    ['does not know the method', { ...ATOMIC_WALLET_ANSWERS, wallet_sendCalls: refuse(-32_601) }],
    ['is not upgraded by its user', { ...ATOMIC_WALLET_ANSWERS, wallet_sendCalls: refuse(5_750) }],
  ])('a wallet that %s receives the steps one by one', async (_, answers) => {
    const { client } = service();
    const { provider, walletRequests } = wallet('0x1', answers);
    const send = createStepSender(provider, '0xme', { everyMs: 0 });
    await sendStepsAndWait(client, await pending(client), send, { everyMs: 0 });
    expect(walletRequests.flat().filter((each) => each === 'eth_sendTransaction')).toHaveLength(2);
  });

  test('nothing is sent when the user declines the batch in the wallet', async () => {
    const { client } = service();
    const { provider, walletRequests } = wallet('0x1', {
      ...ATOMIC_WALLET_ANSWERS,
      wallet_sendCalls: refuse(4_001),
    });
    const send = createStepSender(provider, '0xme', { everyMs: 0 });
    await expect(sendStepsAndWait(client, await pending(client), send)).rejects.toMatchObject({
      code: 4_001,
    });
    expect(walletRequests.flat()).not.toContain('eth_sendTransaction');
  });
});
