import { createServer } from 'node:http';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { encodeAbiParameters } from 'viem/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CONTRACT_ARTIFACTS } from '../../infra/emulator/chains/contracts.ts';
import { DEMO_WALLETS, readLocalChains } from '../../infra/emulator/chains/local-chains.ts';
import { listenOnLoopback } from '../../infra/emulator/process/port.ts';
import { issueChallenge, login } from '../../shared/accounts/sign-in/sign-in.ts';
import type { SignInSettings } from '../../shared/accounts/sign-in/sign-in-settings.ts';
import { callNode } from '../../shared/chain/json-rpc.ts';
import type { ChainSettings } from '../../shared/chain/networks.ts';
import { buildRequestCause } from '../../shared/platform/audit/cause.ts';
import { CONTRACT_SIGN_IN_LIMITS, NEW_ACCOUNT_LIMITS } from '../../shared/platform/contract/plans.ts';
import { toChecksummedAddress } from '../../shared/platform/domain/ethereum.ts';
import { createAccountsContext, NOW, rejectionOf } from '../support/accounts.ts';
import { type LocalChains, startLocalChains, waitUntilIncluded } from '../support/chain/chains.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { rejectionDetails } from './support/sign-ins.ts';

let table: EmbeddedTable;
let chains: LocalChains | undefined;
beforeAll(async () => {
  [table, chains] = await Promise.all([startTable(), startLocalChains(['optimism'])]);
});
afterAll(() => Promise.all([table?.stop(), chains?.stop()]));

/** The chain id of the local chain that replaces Optimism. */
const OPTIMISM_CHAIN_ID = readLocalChains().find(({ chain }) => chain === 'optimism')?.chainId ?? 0;
const owner = privateKeyToAccount(generatePrivateKey());
let sources = 0;

/** Returns an accounts context for requests from a new IP address, from which no earlier request came. */
function createNewIpContext() {
  sources += 1;
  const cause = buildRequestCause({
    principal: undefined,
    sourceIp: `192.0.2.${sources}`,
    requestId: 'request',
  });
  return { ...createAccountsContext(table), cause };
}

/** Returns wallets, their chain, and settings that contain the chain. */
async function setUpChain(change: Partial<ChainSettings> = {}) {
  const chain = chains?.chains[0]?.settings;
  if (chain === undefined) return undefined;
  const settings: SignInSettings = {
    uri: 'https://app.example.com/login',
    chainIds: [1, OPTIMISM_CHAIN_ID],
    newAccounts: NEW_ACCOUNT_LIMITS,
    sessionSeconds: 3_600,
    chains: () => [{ ...chain, ...change }],
  };
  return { chain, settings };
}

async function deployWallet(chain: ChainSettings): Promise<string> {
  const from = DEMO_WALLETS[0]?.address;
  const argument = encodeAbiParameters([{ type: 'address' }], [owner.address]).slice(2);
  const data = `${CONTRACT_ARTIFACTS.ContractWallet.creation}${argument}`;
  const hash = await callNode(chain, 'eth_sendTransaction', [{ from, data, gas: '0x7a1200' }]);
  await waitUntilIncluded(chain, hash);
  const receipt = await callNode(chain, 'eth_getTransactionReceipt', [hash]);
  if (typeof receipt !== 'object' || receipt === null || !('contractAddress' in receipt))
    throw new Error('Nothing was deployed');
  return toChecksummedAddress(String(receipt.contractAddress));
}

type ChainSetup = NonNullable<Awaited<ReturnType<typeof setUpChain>>>;

/** Signs in with a wallet address, using `sign` for the signature. */
async function attempt(
  { settings }: ChainSetup,
  address: string,
  sign: (message: string) => Promise<string>,
  accounts = createNewIpContext(),
) {
  const request = { wallet_address: address, chain_id: OPTIMISM_CHAIN_ID };
  const { message } = await issueChallenge(accounts, settings, request, NOW);
  return login(accounts, settings, { message, signature: await sign(message) }, NOW);
}

const signAsOwner = (message: string) => owner.signMessage({ message });
const REFUSED_SIGN_IN = [401, 'sign_in_refused'] as const;

describe('a sign-in with a deployed contract wallet', () => {
  test('a contract wallet signs in with a signature that its contract accepts', async (context) => {
    const here = await setUpChain();
    if (here === undefined) return context.skip();
    const address = await deployWallet(here.chain);
    const first = await attempt(here, address, signAsOwner);
    expect(first.user).toMatchObject({ wallet_address: address, wallet_chain_id: OPTIMISM_CHAIN_ID });
    expect((await attempt(here, address, signAsOwner)).user.id).toBe(first.user.id);
    // The owner's key is a plain wallet with its own account.
    expect((await attempt(here, owner.address, signAsOwner)).user).toMatchObject({ wallet_chain_id: null });
  });

  test('a sign-in is rejected if the contract does not accept the signature, or reverts', async (context) => {
    const here = await setUpChain();
    if (here === undefined) return context.skip();
    const address = await deployWallet(here.chain);
    const unrelatedAccount = privateKeyToAccount(generatePrivateKey());
    const signAsStranger = (message: string) => unrelatedAccount.signMessage({ message });
    expect(await rejectionDetails(attempt(here, address, signAsStranger))).toEqual([
      ...REFUSED_SIGN_IN,
      'signature',
    ]);
    for (const signature of ['0x', '0xabcd', `0x${'ff'.repeat(65)}`, `0x${'00'.repeat(8_192)}`]) {
      expect(await rejectionDetails(attempt(here, address, async () => signature))).toEqual([
        ...REFUSED_SIGN_IN,
        'signature',
      ]);
    }
    // No contract exists at this address.
    const addressWithoutContract = toChecksummedAddress(`0x${'17'.repeat(20)}`);
    expect(await rejectionDetails(attempt(here, addressWithoutContract, signAsOwner))).toEqual([
      ...REFUSED_SIGN_IN,
      'signature',
    ]);
  });

  test('a sign-in is rejected with the reason counterfactual_wallet while the contract is not deployed yet', async (context) => {
    const here = await setUpChain();
    if (here === undefined) return context.skip();
    const signature = `0x${'00'.repeat(96)}${'6492'.repeat(16)}`;
    expect(await rejectionDetails(attempt(here, owner.address, async () => signature))).toEqual([
      ...REFUSED_SIGN_IN,
      'counterfactual_wallet',
    ]);
  });

  test('a sign-in is rejected when its chain does not answer in time', async (context) => {
    const silent = createServer(() => undefined);
    const port = await listenOnLoopback(silent);
    const here = await setUpChain({ rpcUrl: `http://127.0.0.1:${port}`, timeoutMs: 100 });
    try {
      if (here === undefined) return context.skip();
      expect(await rejectionDetails(attempt(here, `0x${'18'.repeat(20)}`, signAsOwner))).toEqual([
        ...REFUSED_SIGN_IN,
        'wallet_unreachable',
      ]);
    } finally {
      silent.closeAllConnections();
      silent.close();
    }
  });

  test('sign-ins with contract wallets are limited per IP address', async (context) => {
    const here = await setUpChain();
    if (here === undefined) return context.skip();
    const accounts = createNewIpContext();
    const addressWithoutContract = toChecksummedAddress(`0x${'19'.repeat(20)}`);
    for (let tried = 0; tried < CONTRACT_SIGN_IN_LIMITS.burst; tried += 1) {
      expect(await rejectionDetails(attempt(here, addressWithoutContract, signAsOwner, accounts))).toEqual([
        ...REFUSED_SIGN_IN,
        'signature',
      ]);
    }
    const refused = await rejectionOf(attempt(here, addressWithoutContract, signAsOwner, accounts));
    expect([refused.status, refused.code]).toEqual([429, 'rate_limit_exceeded']);
    // The response shows the limit that rejected the request, not the limit of all public requests.
    expect(refused).toMatchObject({
      rateLimit: { limit: CONTRACT_SIGN_IN_LIMITS.requestsPerMinute, remaining: 0 },
    });
  });
});
