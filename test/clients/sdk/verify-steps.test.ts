import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  StepMismatchError,
  type StepsRequest,
  type TransactionStep,
  verifyCalls,
  verifySteps,
} from '../../../clients/sdk/src/index.ts';
import { chainTransaction } from '../../../shared/investments/contract/transactions/onchain-responses.ts';
import recorded from '../../../shared/platform/documents/examples/recorded-vault-answers.json' with {
  type: 'json',
};

const answer = z.object({ data: chainTransaction });
const transactionOf = (id: keyof typeof recorded) => answer.parse(recorded[id]).data;
const moved = z
  .object({ data: z.object({ withdrawal: chainTransaction, deposit: chainTransaction }) })
  .parse(recorded['investments.move']).data;

const ROUTER = { address: '0x8464135c8F25Da09e49BC8782676a84730C318bC', kind: 'erc4626' } as const;
const USDC = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';

type Transaction = z.infer<typeof chainTransaction>;
const pinned = ({ chain_id, vault_address }: Transaction) => ({
  chainId: chain_id,
  vault: vault_address,
  asset: USDC,
  decimals: 6,
  router: ROUTER,
});

const deposit = transactionOf('investments.deposit');
const withdrawal = transactionOf('investments.withdraw');
const signed = transactionOf('investments.sign-transaction');
/**
 * Returns the 32-byte word number `index` (from 0) after the selector. `start` is the position of the selector in
 * `data`.
 */
const wordOf = (data: string | null, index: number, start = 2) =>
  BigInt(`0x${(data ?? '').slice(start + 8 + index * 64, start + 72 + index * 64)}`);

/**
 * The recorded deposit still waits for a signature, so its steps are incomplete. `depositSteps` is therefore built from
 * the deposit's calls.
 */
const calls = deposit.calls ?? [];
const depositSteps: readonly TransactionStep[] = calls.map(({ to, data }, index) => ({
  ...{ type: index === 0 ? 'approve' : 'deposit', to, data, value: '0' },
  ...{ chain_id: deposit.chain_id, typed_data: null, gas_estimate: null },
}));
const DEPOSIT: StepsRequest = {
  type: 'deposit',
  amount: '100',
  wallet: deposit.wallet_address,
  contracts: pinned(deposit),
  minShares: wordOf(calls[1]?.data ?? null, 3),
};
const REDEEM_REQUEST: StepsRequest = {
  type: 'withdrawal',
  amount: 'all',
  wallet: withdrawal.wallet_address,
  contracts: pinned(withdrawal),
  shares: wordOf(withdrawal.steps[1]?.data ?? null, 2),
  minAssets: wordOf(withdrawal.steps[1]?.data ?? null, 3),
};
const signedData = signed.steps[0]?.data ?? '';
/**
 * Offsets of the permit data and the deposit data in the router call, counted in characters of its hexadecimal text.
 */
const PERMIT_OFFSET = 2 + 8 + 5 * 64;
const DEPOSIT_DATA_OFFSET = PERMIT_OFFSET + 8 * 64;
const SIGNED_DEPOSIT_REQUEST: StepsRequest = {
  type: 'deposit',
  amount: '100',
  wallet: signed.wallet_address,
  contracts: {
    ...pinned(signed),
    asset: `0x${signedData.slice(PERMIT_OFFSET + 8 + 24, PERMIT_OFFSET + 8 + 64)}`,
  },
  minShares: wordOf(signedData, 3, DEPOSIT_DATA_OFFSET),
  signed: {
    signature: `0x${signedData.slice(PERMIT_OFFSET + 8 + 4 * 64, PERMIT_OFFSET + 8 + 6 * 64)}${wordOf(signedData, 3, PERMIT_OFFSET).toString(16)}`,
    deadline: Number(wordOf(signedData, 2, PERMIT_OFFSET)),
  },
};
const WITHDRAWAL_REQUEST: StepsRequest = {
  type: 'withdrawal',
  amount: moved.withdrawal.requested_amount ?? '',
  wallet: moved.withdrawal.wallet_address,
  contracts: pinned(moved.withdrawal),
  maxShares: wordOf(moved.withdrawal.steps[1]?.data ?? null, 3),
};
/**
 * Returns the step of a withdrawal directly from a vault, without a router. The test builds this step, because no
 * recorded response contains one.
 */
const buildDirectStep = (type: 'redeem' | 'withdraw', amount: bigint): readonly TransactionStep[] => {
  const selector = type === 'redeem' ? '0xba087652' : '0xb460af94';
  const owner = withdrawal.wallet_address.toLowerCase().slice(2).padStart(64, '0');
  const suffix = withdrawal.steps[0]?.data?.slice(-82) ?? '';
  const data = `${selector}${amount.toString(16).padStart(64, '0')}${owner}${owner}${suffix}`;
  const to = withdrawal.vault_address;
  return [
    { type, to, data, value: '0', chain_id: withdrawal.chain_id, typed_data: null, gas_estimate: null },
  ];
};
const { router: _, ...own } = pinned(withdrawal);
const DIRECT_REDEEM: StepsRequest = { ...REDEEM_REQUEST, shares: 99n, contracts: own };
const DIRECT_WITHDRAW_REQUEST: StepsRequest = { ...WITHDRAWAL_REQUEST, amount: '100', contracts: own };

const CASES: readonly (readonly [name: string, request: StepsRequest, steps: readonly TransactionStep[]])[] =
  [
    ['a deposit through a router', DEPOSIT, depositSteps],
    ['a withdrawal of everything through a router', REDEEM_REQUEST, withdrawal.steps],
    ['a withdrawal of an amount through a router', WITHDRAWAL_REQUEST, moved.withdrawal.steps],
    ['a withdrawal of everything from the vault itself', DIRECT_REDEEM, buildDirectStep('redeem', 99n)],
    [
      'a withdrawal of an amount from the vault itself',
      DIRECT_WITHDRAW_REQUEST,
      buildDirectStep('withdraw', 100_000_000n),
    ],
    ['a deposit with a signed permit', SIGNED_DEPOSIT_REQUEST, signed.steps],
  ];

const areStepsAccepted = (request: StepsRequest, steps: readonly TransactionStep[]) => {
  try {
    verifySteps(request, steps);
    return true;
  } catch (error) {
    if (!(error instanceof StepMismatchError)) throw error;
    return false;
  }
};

/**
 * Bytes of the suffix after a call: 23 for the attribution code, 1 for its length, 1 for the schema, 16 for the marker.
 */
const SUFFIX_BYTES = 41;
/**
 * Start (`first`, inclusive) and end (`last`, exclusive) of the attribution code, in bytes before the end of the call
 * data. `verifySteps` accepts any code, because the EVM ignores it. The 18 bytes after the code are fixed.
 */
const CODE_DISTANCES_FROM_END = { first: SUFFIX_BYTES, last: 18 };

describe.each(CASES)('verifySteps with the recorded steps of %s', (_, request, steps) => {
  test('the steps are accepted with and without an attribution code', () => {
    verifySteps(request, steps);
    const plain = steps.map((step) => ({ ...step, data: step.data?.slice(0, -SUFFIX_BYTES * 2) ?? null }));
    verifySteps(request, plain);
  });

  test('the steps are rejected if any byte of their call data is changed', () => {
    steps.forEach((step, index) => {
      const bytes = Buffer.from((step.data ?? '').slice(2), 'hex');
      expect(bytes.length).toBeGreaterThan(68);
      const accepted: number[] = [];
      for (let at = 0; at < bytes.length; at += 1) {
        for (const bits of [0x01, 0x80, 0xff]) {
          const changed = Buffer.from(bytes);
          changed[at] = (changed[at] ?? 0) ^ bits;
          const data = `0x${changed.toString('hex')}`;
          if (areStepsAccepted(request, steps.with(index, { ...step, data }))) accepted.push(at);
        }
      }
      const distancesFromEnd = accepted.map((at) => bytes.length - at);
      const isInCodeRange = (left: number) =>
        left > CODE_DISTANCES_FROM_END.last && left <= CODE_DISTANCES_FROM_END.first;
      const bound = findMinimumAmountOffsets(step, bytes.length);
      const isMinimumAmountOffset = (at: number) => bound.includes(at);
      expect(
        accepted.filter((at, i) => !isInCodeRange(distancesFromEnd[i] ?? 0) && !isMinimumAmountOffset(at)),
      ).toEqual([]);
    });
  });

  test('the steps are rejected if bytes of their call data are added or removed', () => {
    steps.forEach((step, index) => {
      const data = step.data ?? '';
      for (const changed of [`${data}00`, data.slice(0, -2), data.slice(0, 10), '0x', `${data}0`, null]) {
        expect(
          areStepsAccepted(request, steps.with(index, { ...step, data: changed })),
          String(changed),
        ).toBe(false);
      }
    });
  });

  test('the steps are rejected if the target, chain, value or type of a step is changed', () => {
    steps.forEach((step, index) => {
      const other = { to: ROUTER.address.replace('8', '9'), chain_id: 1, value: '1', type: 'permit' };
      for (const [name, value] of Object.entries(other)) {
        expect(areStepsAccepted(request, steps.with(index, { ...step, [name]: value })), name).toBe(false);
      }
    });
  });

  test('the steps are rejected if a step is removed or repeated', () => {
    expect(areStepsAccepted(request, [])).toBe(false);
    expect(areStepsAccepted(request, steps.slice(0, -1))).toBe(false);
    expect(areStepsAccepted(request, [...steps, ...steps])).toBe(false);
  });

  test('the steps are rejected if they do not match the wallet, amount or contract of the request', () => {
    const { contracts } = request;
    const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
    expect(areStepsAccepted({ ...request, wallet: other }, steps)).toBe(false);
    expect(areStepsAccepted({ ...request, contracts: { ...contracts, vault: other } }, steps)).toBe(false);
    expect(areStepsAccepted({ ...request, contracts: { ...contracts, chainId: 1 } }, steps)).toBe(false);
    if (request.type === 'withdrawal') return;
    expect(areStepsAccepted({ ...request, amount: '100.000001' }, steps)).toBe(false);
    const router = { ...ROUTER, address: other };
    expect(areStepsAccepted({ ...request, contracts: { ...contracts, router } }, steps)).toBe(false);
    expect(
      areStepsAccepted(
        { ...request, contracts: { ...contracts, router: { ...ROUTER, kind: 'yearn' } } },
        steps,
      ),
    ).toBe(false);
  });
});

/**
 * Returns the byte offsets of the minimum amount in a router call. `verifySteps` accepts a higher minimum, because the
 * call then reverts or pays more. The maximum number of shares in a withdrawal is not included, because it must equal
 * the approved number of shares.
 */
function findMinimumAmountOffsets({ type, to, data }: TransactionStep, length: number): number[] {
  const isRouted = to.toLowerCase() === ROUTER.address.toLowerCase();
  if (!isRouted || (type !== 'deposit' && type !== 'redeem')) return [];
  const isMulticall = data?.startsWith('0xac9650d8') === true;
  const start = isMulticall ? (DEPOSIT_DATA_OFFSET - 2) / 2 + 4 + 3 * 32 : 4 + 3 * 32;
  return Array.from({ length: 32 }, (_, index) => start + index).filter((at) => at < length);
}

test('verifyCalls accepts the calls of a batch only if they equal the steps of the request', () => {
  verifyCalls(DEPOSIT, calls);
  verifyCalls(REDEEM_REQUEST, withdrawal.calls ?? []);
  verifyCalls(WITHDRAWAL_REQUEST, moved.withdrawal.calls ?? []);
  const paying = calls.map((call) => ({ ...call, value: '0x1' }));
  expect(() => verifyCalls(DEPOSIT, paying)).toThrow('native currency');
  expect(() => verifyCalls(DEPOSIT, calls.toReversed())).toThrow(StepMismatchError);
  expect(() => verifyCalls(DEPOSIT, withdrawal.calls ?? [])).toThrow(StepMismatchError);
});

test('verifySteps rejects a router step whose price limit is worse than the requested limit', () => {
  const { minShares = 0n } = DEPOSIT.type === 'deposit' ? DEPOSIT : {};
  expect(areStepsAccepted({ ...DEPOSIT, minShares: minShares + 1n }, depositSteps)).toBe(false);
  expect(areStepsAccepted({ ...DEPOSIT, minShares: minShares - 1n }, depositSteps)).toBe(true);
  const minAssets = wordOf(withdrawal.steps[1]?.data ?? null, 3);
  expect(areStepsAccepted({ ...REDEEM_REQUEST, minAssets: minAssets + 1n }, withdrawal.steps)).toBe(false);
  expect(areStepsAccepted({ ...REDEEM_REQUEST, minAssets: minAssets - 1n }, withdrawal.steps)).toBe(true);
  const maxShares = wordOf(moved.withdrawal.steps[1]?.data ?? null, 3);
  expect(areStepsAccepted({ ...WITHDRAWAL_REQUEST, maxShares: maxShares - 1n }, moved.withdrawal.steps)).toBe(
    false,
  );
  expect(areStepsAccepted({ ...WITHDRAWAL_REQUEST, maxShares: maxShares + 1n }, moved.withdrawal.steps)).toBe(
    true,
  );
});

describe('verifySteps with a permit among the steps', () => {
  const message = {
    owner: SIGNED_DEPOSIT_REQUEST.wallet,
    spender: ROUTER.address,
    value: '100000000',
    nonce: '0',
    deadline: '1800000000',
  };
  const asset = SIGNED_DEPOSIT_REQUEST.contracts.asset;
  const fields = (...each: readonly string[]) =>
    each.map((field) => ({ name: field.split(' ')[1], type: field.split(' ')[0] }));
  const typed = {
    types: {
      EIP712Domain: fields('string name', 'string version', 'uint256 chainId', 'address verifyingContract'),
      Permit: fields(
        'address owner',
        'address spender',
        'uint256 value',
        'uint256 nonce',
        'uint256 deadline',
      ),
    },
    primaryType: 'Permit',
    domain: {
      name: 'Token',
      version: '1',
      chainId: SIGNED_DEPOSIT_REQUEST.contracts.chainId,
      verifyingContract: asset,
    },
    message,
  };
  const common = {
    chain_id: SIGNED_DEPOSIT_REQUEST.contracts.chainId,
    value: '0',
    gas_estimate: null,
    data: null,
  };
  const stepsOf = (data: unknown): TransactionStep[] => [
    { ...common, type: 'permit', to: asset, typed_data: JSON.stringify(data) },
    { ...common, type: 'deposit', to: ROUTER.address, typed_data: null },
  ];
  const request: StepsRequest = { ...SIGNED_DEPOSIT_REQUEST, permitUntil: 1_800_000_000 };

  test('a permit for the requested amount, router and deadline is accepted', () => {
    verifySteps(request, stepsOf(typed));
  });

  test('a permit is accepted if its deadline is not later than the requested one', () => {
    const typedDataSchema = z.object({ message: z.object({ deadline: z.string() }) });
    const { message } = typedDataSchema.parse(JSON.parse(deposit.steps[0]?.typed_data ?? ''));
    const deadline = Number(message.deadline);
    verifySteps({ ...DEPOSIT, permitUntil: deadline }, deposit.steps);
    expect(areStepsAccepted({ ...DEPOSIT, permitUntil: deadline - 1 }, deposit.steps)).toBe(false);
  });

  test.each([
    ['another owner', { ...typed, message: { ...message, owner: ROUTER.address } }],
    ['another spender', { ...typed, message: { ...message, spender: SIGNED_DEPOSIT_REQUEST.wallet } }],
    ['a larger amount', { ...typed, message: { ...message, value: '100000001' } }],
    ['a later deadline', { ...typed, message: { ...message, deadline: '1800000001' } }],
    ['one more field', { ...typed, message: { ...message, extra: '1' } }],
    ['another chain', { ...typed, domain: { ...typed.domain, chainId: 1 } }],
    ['another token', { ...typed, domain: { ...typed.domain, verifyingContract: ROUTER.address } }],
    ['another primary type', { ...typed, primaryType: 'Order' }],
    ['other types', { ...typed, types: { ...typed.types, Permit: fields('address owner') } }],
    ['no message', 'text'],
  ])('a permit with %s is rejected', (_, data) => {
    expect(areStepsAccepted(request, stepsOf(data))).toBe(false);
  });
});

test.each([
  [
    'a router that is only an address',
    { router: ROUTER.address },
    'contracts.router must be { address, kind }',
  ],
  ['a router of an unknown kind', { router: { ...ROUTER, kind: 'other' } }, 'contracts.router must be'],
  ['a router without an address', { router: { kind: 'erc4626' } }, 'contracts.router.address must be'],
  ['no vault', { vault: undefined }, 'contracts.vault must be an address'],
  ['no chain id', { chainId: undefined }, 'contracts.chainId must be a whole number'],
  ['decimals as text', { decimals: '6' }, 'contracts.decimals must be a whole number'],
])('verifySteps throws an error that names the invalid field if the request has %s', (_, fields, message) => {
  const request = { ...DEPOSIT, contracts: { ...DEPOSIT.contracts, ...fields } };
  // The request is passed without a type check, as a JavaScript program would pass it.
  expect(() => Reflect.apply(verifySteps, undefined, [request, depositSteps])).toThrow(message);
});

test('verifySteps throws an error for a request with a missing or invalid field', () => {
  const check = (request: StepsRequest) => () => verifySteps(request, depositSteps);
  expect(check({ ...DEPOSIT, wallet: 'ann' })).toThrow(TypeError);
  expect(check({ ...DEPOSIT, amount: '1e3' })).toThrow('decimal string');
  const { wallet, contracts } = DEPOSIT;
  expect(check({ type: 'deposit', amount: '100', wallet, contracts })).toThrow('minShares is required');
  const all: StepsRequest = { type: 'withdrawal', amount: 'all', wallet, contracts };
  expect(() => verifySteps(all, withdrawal.steps)).toThrow('minAssets is required');
  expect(() => verifySteps({ ...all, amount: '1' }, withdrawal.steps)).toThrow('maxShares is required');
});
