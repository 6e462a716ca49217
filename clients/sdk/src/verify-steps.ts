import type { TransactionStep, WalletCall } from './generated/types.ts';
import { isRecord } from './is-record.ts';

/**
 * Contracts that the integrator has checked and pinned. `vault`, `asset` and `router` are the addresses with the same
 * names in `execution_contracts` of `GET /strategies/{id}`. Copy them once into your configuration. Do not read them
 * together with the steps, because the check would then prove nothing.
 */
export interface PinnedContracts {
  /** EIP-155 id of the chain of these contracts (`chain_id` in the API). */
  readonly chainId: number;
  /** Address of the ERC-4626 vault. */
  readonly vault: string;
  /** Address of the token that the vault accepts. `decimals` is `deposit_asset.decimals` of the strategy. */
  readonly asset: string;
  readonly decimals: number;
  /** Router for deposits and withdrawals. Undefined if the wallet calls the vault directly. */
  readonly router?: { readonly address: string; readonly kind: 'erc4626' | 'yearn' };
}

/**
 * The requested deposit or withdrawal. Amounts are decimal strings in units of the asset. Shares are in base units of
 * the vault.
 */
export type StepsRequest = {
  readonly contracts: PinnedContracts;
  /** The address of the wallet that signs. It must also be the receiver and the owner in the steps. */
  readonly wallet: string;
} & (
  | {
      readonly type: 'deposit';
      readonly amount: string;
      /** Minimum number of shares to accept from a router, in base units. Required if the deposit uses a router. */
      readonly minShares?: bigint;
      /** Latest accepted deadline of a permit, in epoch seconds. Required if the steps contain a permit. */
      readonly permitUntil?: number;
      /**
       * Signature and deadline of the permit that the wallet has signed. The deposit call must contain this
       * signature. `deadline` is `message.deadline` in the typed data of the permit, in epoch seconds.
       */
      readonly signed?: { readonly signature: string; readonly deadline: number };
    }
  | {
      readonly type: 'withdrawal';
      readonly amount: string;
      /**
       * Maximum number of shares that a router may take for the withdrawn amount, in base units of the vault. Required
       * if the withdrawal uses a router.
       */
      readonly maxShares?: bigint;
    }
  | {
      /** A withdrawal of all shares, or of exactly `shares` if that is given. */
      readonly type: 'withdrawal';
      readonly amount: 'all';
      readonly shares?: bigint;
      /** Minimum amount to accept from a router, in base units of the asset. Required if a router is used. */
      readonly minAssets?: bigint;
    }
);

/** The steps differ from the request. Do not sign any of these steps. */
export class StepMismatchError extends Error {
  override readonly name = 'StepMismatchError';
  /** Index, from 0, of the step that differs from the request. */
  readonly step: number;

  constructor(step: number, problem: string) {
    super(`Step ${step}: ${problem}. Do not sign it.`);
    this.step = step;
  }
}

const FUNCTION_SELECTORS = {
  approve: '095ea7b3',
  deposit: '6e553f65',
  depositToErc4626: 'f943028c',
  depositToYearn: '30b3484f',
  withdraw: 'b460af94',
  redeem: 'ba087652',
  withdrawFromErc4626: '7bfe950c',
  withdrawFromYearn: '6f63427e',
  redeemFromErc4626: '4be47418',
  redeemFromYearn: '5b9a66ee',
  multicall: 'ac9650d8',
  selfPermit: 'c2e3140a',
} as const;

/** Matches the service's attribution suffix (ERC-8021, schema 0) in call data. */
const ATTRIBUTION_SUFFIX_PATTERN =
  /^(796c64(?:6[1-9a-f]|7[0-9a]|3[0-9]){20}170080218021802180218021802180218021)?$/;
const HEX_PATTERN = /^0x(?:[0-9a-f]{2})*$/;
const ADDRESS_PATTERN = /^0x[0-9a-f]{40}$/;
const DECIMAL_PATTERN = /^(0|[1-9]\d*)(?:\.(\d+))?$/;
const WORD_DIGITS = 64;

const word = (value: bigint) => value.toString(16).padStart(WORD_DIGITS, '0');
const encodeAddressWord = (address: string) => address.slice(2).padStart(WORD_DIGITS, '0');
const call = (functionSelector: string, ...words: readonly string[]) =>
  `${functionSelector}${words.join('')}`;

/**
 * Validates an address and returns it in lower case.
 * @throws TypeError for an invalid address
 */
function parseAddress(value: unknown, name: string): string {
  const address = typeof value === 'string' ? value.toLowerCase() : '';
  if (!ADDRESS_PATTERN.test(address))
    throw new TypeError(`${name} must be an address (0x and 40 hexadecimal digits), but is ${String(value)}`);
  return address;
}

const ROUTER_KINDS: readonly unknown[] = ['erc4626', 'yearn'];

/** @throws TypeError for a router that is not an address with a kind */
function parseRouter(router: PinnedContracts['router']): PinnedContracts['router'] {
  if (router === undefined) return undefined;
  if (!isRecord(router) || !ROUTER_KINDS.includes(router.kind)) {
    throw new TypeError(
      "contracts.router must be { address, kind } with kind 'erc4626' or 'yearn'. Copy both fields of the router in execution_contracts of GET /strategies/{id}",
    );
  }
  return { ...router, address: parseAddress(router.address, 'contracts.router.address') };
}

/** @throws TypeError for an invalid amount, or for an amount with more decimals than the asset */
function parseBaseUnits(amount: string, decimals: number): bigint {
  const [, wholePart, fractionPart = ''] = DECIMAL_PATTERN.exec(amount) ?? [];
  if (wholePart === undefined || fractionPart.length > decimals) {
    throw new TypeError(`amount must be a decimal string with at most ${decimals} decimals: ${amount}`);
  }
  return BigInt(wholePart + fractionPart.padEnd(decimals, '0'));
}

/** The request, with all addresses in lower case. */
interface NormalizedRequest {
  readonly chainId: number;
  readonly wallet: string;
  readonly vault: string;
  readonly asset: string;
  readonly router: { readonly address: string; readonly kind: 'erc4626' | 'yearn' } | undefined;
}

function normalizeRequest({ contracts, wallet }: StepsRequest): NormalizedRequest {
  if (!isRecord(contracts))
    throw new TypeError('contracts must be { chainId, vault, asset, decimals, router }');
  const { chainId, vault, asset, decimals, router } = contracts;
  if (!Number.isSafeInteger(chainId))
    throw new TypeError(`contracts.chainId must be a whole number, but is ${chainId}`);
  if (!Number.isSafeInteger(decimals))
    throw new TypeError(`contracts.decimals must be a whole number, but is ${decimals}`);
  return {
    chainId,
    wallet: parseAddress(wallet, 'wallet'),
    vault: parseAddress(vault, 'contracts.vault'),
    asset: parseAddress(asset, 'contracts.asset'),
    router: parseRouter(router),
  };
}

/**
 * A step whose fields are checked one after another. A failed check throws a StepMismatchError. Fields that the step
 * must not have, such as call data in a permit, are also checked.
 */
class StepVerifier {
  readonly #step: TransactionStep;
  readonly #index: number;

  constructor(step: TransactionStep, index: number, chainId: number) {
    this.#step = step;
    this.#index = index;
    if (step.chain_id !== chainId) this.fail(`it is for chain ${step.chain_id}, not ${chainId}`);
    if (step.value !== '0') this.fail('it sends native currency');
  }

  fail(problem: string): never {
    throw new StepMismatchError(this.#index, problem);
  }

  is(type: string, to: string): void {
    if (this.#step.type !== type) this.fail(`its type is ${this.#step.type}, not ${type}`);
    if (this.#step.to.toLowerCase() !== to) this.fail(`it goes to ${this.#step.to}, not ${to}`);
  }

  /** Returns the hexadecimal digits of the call data. */
  data(): string {
    const data = this.#step.data?.toLowerCase();
    if (data === undefined || !HEX_PATTERN.test(data) || this.#step.typed_data !== null)
      this.fail('it has no call data');
    return data.slice(2);
  }

  /** Checks that the call data is exactly `expectedData`. Only an attribution code may follow it. */
  calls(expectedData: string): void {
    const data = this.data();
    if (!data.startsWith(expectedData)) this.fail('its call is not the one that was requested');
    if (!ATTRIBUTION_SUFFIX_PATTERN.test(data.slice(expectedData.length)))
      this.fail('unknown bytes follow its call');
  }

  /** Returns the number in the 32-byte word at `digitOffset` in the call data. The offset counts hexadecimal digits. */
  wordAt(digitOffset: number): bigint {
    const text = this.data().slice(digitOffset, digitOffset + WORD_DIGITS);
    return text.length === WORD_DIGITS ? BigInt(`0x${text}`) : this.fail('its call data is too short');
  }

  isPermit(): boolean {
    return this.#step.type === 'permit';
  }

  isWaiting(): boolean {
    return this.#step.data === null && this.#step.typed_data === null;
  }

  typedData(): unknown {
    try {
      return JSON.parse(this.#step.typed_data ?? '');
    } catch {
      return this.fail('its typed data is not JSON');
    }
  }

  hasNoData(): void {
    if (this.#step.data !== null) this.fail('a permit has no call data');
  }
}

type DepositRequest = Extract<StepsRequest, { readonly type: 'deposit' }>;

const ROUTER_SELECTORS = {
  erc4626: {
    deposit: FUNCTION_SELECTORS.depositToErc4626,
    withdraw: FUNCTION_SELECTORS.withdrawFromErc4626,
    redeem: FUNCTION_SELECTORS.redeemFromErc4626,
  },
  yearn: {
    deposit: FUNCTION_SELECTORS.depositToYearn,
    withdraw: FUNCTION_SELECTORS.withdrawFromYearn,
    redeem: FUNCTION_SELECTORS.redeemFromYearn,
  },
} as const;

/**
 * Returns the expected call data of a router call. `limitArgument` is the minimum amount to receive, or the maximum
 * number of shares that the router may take.
 */
function encodeRouterCall(
  { router, vault, wallet }: NormalizedRequest,
  name: 'deposit' | 'withdraw' | 'redeem',
  amount: bigint,
  limitArgument: bigint,
): string {
  const isYearnRouter = router?.kind === 'yearn';
  const functionSelector = ROUTER_SELECTORS[isYearnRouter ? 'yearn' : 'erc4626'][name];
  const walletAndAmountWords = [encodeAddressWord(wallet), word(amount)];
  return call(
    functionSelector,
    encodeAddressWord(vault),
    ...(isYearnRouter ? walletAndAmountWords.reverse() : walletAndAmountWords),
    word(limitArgument),
  );
}

function requireMinShares(step: StepVerifier, shares: bigint, { minShares }: DepositRequest): void {
  if (minShares === undefined)
    throw new TypeError(
      'minShares is required for a deposit through a router: the minimum number of shares in base units, as a bigint',
    );
  if (shares < minShares) step.fail(`it accepts ${shares} shares, fewer than ${minShares}`);
}

const SELECTOR_DIGITS = 8;

/**
 * Checks the last step of a deposit. The deposit goes directly into the vault, through the router, or through the
 * router with a permit.
 */
function verifyDeposit(
  step: StepVerifier,
  normalizedRequest: NormalizedRequest,
  assets: bigint,
  request: DepositRequest,
): void {
  const { vault, wallet, router, asset } = normalizedRequest;
  if (router === undefined) {
    step.is('deposit', vault);
    step.calls(call(FUNCTION_SELECTORS.deposit, word(assets), encodeAddressWord(wallet)));
    return;
  }
  step.is('deposit', router.address);
  if (!step.data().startsWith(FUNCTION_SELECTORS.multicall)) {
    const minShares = step.wordAt(SELECTOR_DIGITS + 3 * WORD_DIGITS);
    step.calls(encodeRouterCall(normalizedRequest, 'deposit', assets, minShares));
    requireMinShares(step, minShares, request);
    return;
  }
  const { signed } = request;
  if (signed === undefined)
    throw new TypeError(
      'signed is required for a deposit with a permit: { signature, deadline }. The deadline is message.deadline of the typed_data that the wallet signed',
    );
  const signatureDigits = signed.signature.toLowerCase().replace(/^0x/, '');
  const v = BigInt(`0x${signatureDigits.slice(128, 130)}`);
  // Offset of the deposit call in the multicall data, in hexadecimal digits. Before it are the selector and 13 words:
  // array offset, array length, two element offsets, permit length, permit call (196 bytes in 7 words), deposit length.
  const depositCallOffset = SELECTOR_DIGITS + 13 * WORD_DIGITS;
  const minShares = step.wordAt(depositCallOffset + SELECTOR_DIGITS + 3 * WORD_DIGITS);
  const encodedPermitCall = call(
    FUNCTION_SELECTORS.selfPermit,
    ...[encodeAddressWord(asset), word(assets), word(BigInt(signed.deadline)), word(v < 27n ? v + 27n : v)],
    ...[signatureDigits.slice(0, WORD_DIGITS), signatureDigits.slice(WORD_DIGITS, 2 * WORD_DIGITS)],
  );
  const padToWords = (data: string) => data.padEnd(Math.ceil(data.length / WORD_DIGITS) * WORD_DIGITS, '0');
  const encodeLengthAndData = (data: string) => `${word(BigInt(data.length / 2))}${padToWords(data)}`;
  const parts = [
    encodeLengthAndData(encodedPermitCall),
    encodeLengthAndData(encodeRouterCall(normalizedRequest, 'deposit', assets, minShares)),
  ];
  const secondCallOffset = BigInt(2 * 32 + (parts[0]?.length ?? 0) / 2);
  step.calls(
    call(FUNCTION_SELECTORS.multicall, word(32n), word(2n), word(64n), word(secondCallOffset), ...parts),
  );
  requireMinShares(step, minShares, request);
}

function requireDeadline(step: StepVerifier, deadline: bigint, { permitUntil }: DepositRequest): void {
  if (permitUntil === undefined)
    throw new TypeError(
      'permitUntil is required for a permit: the latest deadline that you accept, in epoch seconds',
    );
  if (deadline > BigInt(permitUntil))
    step.fail(`its permit is valid until ${deadline}, after ${permitUntil}`);
}

/** The hash that the wallet signs depends on these fields and their order (EIP-2612). */
const PERMIT_FIELDS = [
  ['owner', 'address'],
  ['spender', 'address'],
  ['value', 'uint256'],
  ['nonce', 'uint256'],
  ['deadline', 'uint256'],
].map(([name, type]) => ({ name, type }));

const toLowerCaseText = (value: unknown) => String(value).toLowerCase();

/**
 * Returns the request with the wallet's signature of the permit. Pass this request to `verifySteps` to check the step
 * that the service returns after it has received the signature.
 *
 * @param permitStep the permit that the wallet signed, which `verifySteps` has already checked
 */
export function withSignature(
  request: StepsRequest,
  permitStep: TransactionStep,
  signature: string,
): StepsRequest {
  if (request.type !== 'deposit') throw new TypeError('Only a deposit can have a permit');
  const typedData: unknown = JSON.parse(permitStep.typed_data ?? '');
  const message = isRecord(typedData) && isRecord(typedData.message) ? typedData.message : {};
  return { ...request, signed: { signature, deadline: Number(message.deadline) } };
}

/** Checks that a permit allows the router to take exactly the amount of the asset from the wallet. */
function verifyPermit(
  step: StepVerifier,
  normalizedRequest: NormalizedRequest,
  assets: bigint,
  request: DepositRequest,
): void {
  step.is('permit', normalizedRequest.asset);
  step.hasNoData();
  const typedData = step.typedData();
  if (
    !isRecord(typedData) ||
    !isRecord(typedData.types) ||
    !isRecord(typedData.domain) ||
    !isRecord(typedData.message)
  ) {
    step.fail('its typed data is not a permit');
  }
  const { types, domain, message, primaryType } = typedData;
  const hasDomainVersion = domain.version !== undefined;
  const domainFieldNames = ['name', ...(hasDomainVersion ? ['version'] : []), 'chainId', 'verifyingContract'];
  const domainFieldTypes = domainFieldNames.map((name) => ({
    name,
    type: { chainId: 'uint256', verifyingContract: 'address' }[name] ?? 'string',
  }));
  const isValidPermit =
    primaryType === 'Permit' &&
    Object.keys(typedData).sort().join() === 'domain,message,primaryType,types' &&
    JSON.stringify(types) === JSON.stringify({ EIP712Domain: domainFieldTypes, Permit: PERMIT_FIELDS }) &&
    Object.keys(domain).join() === domainFieldNames.join() &&
    Object.keys(message).join() === 'owner,spender,value,nonce,deadline';
  if (!isValidPermit) step.fail('its typed data is not a permit (EIP-2612)');
  if (domain.chainId !== normalizedRequest.chainId) step.fail('its permit is for another chain');
  if (toLowerCaseText(domain.verifyingContract) !== normalizedRequest.asset)
    step.fail('its permit is for another token');
  if (toLowerCaseText(message.owner) !== normalizedRequest.wallet)
    step.fail('its permit is of another owner');
  if (toLowerCaseText(message.spender) !== normalizedRequest.router?.address)
    step.fail('its permit is for another spender');
  if (message.value !== String(assets)) step.fail('its permit is of another amount');
  if (!/^\d+$/.test(String(message.nonce)) || !/^\d+$/.test(String(message.deadline))) {
    step.fail('its permit has no nonce or no deadline');
  }
  requireDeadline(step, BigInt(String(message.deadline)), request);
}

/**
 * Checks that each approval allows exactly the amount. An approval of 0 may come first, because some tokens accept a
 * new allowance only when the old allowance is 0.
 */
function verifyApprovals(
  approvalSteps: readonly StepVerifier[],
  tokenAddress: string,
  spender: string,
  amount: bigint,
): void {
  approvalSteps.forEach((step, index) => {
    if (index > 1) step.fail('there are more than two approvals');
    step.is('approve', tokenAddress);
    const allowedAmount = index < approvalSteps.length - 1 ? 0n : amount;
    step.calls(call(FUNCTION_SELECTORS.approve, encodeAddressWord(spender), word(allowedAmount)));
  });
}

function verifyDepositSteps(
  steps: readonly StepVerifier[],
  normalizedRequest: NormalizedRequest,
  request: DepositRequest,
): void {
  const assets = parseBaseUnits(request.amount, request.contracts.decimals);
  const spender = normalizedRequest.router?.address ?? normalizedRequest.vault;
  const [first, ...laterSteps] = steps;
  const lastStep = steps.at(-1);
  if (first === undefined || lastStep === undefined) throw new StepMismatchError(0, 'there is none');
  if (first.isPermit()) {
    verifyPermit(first, normalizedRequest, assets, request);
    const [waitingStep] = laterSteps;
    if (laterSteps.length !== 1 || waitingStep?.isWaiting() !== true)
      lastStep.fail('a permit is followed by one call that waits for it');
    lastStep.is('deposit', spender);
    return;
  }
  verifyApprovals(steps.slice(0, -1), normalizedRequest.asset, spender, assets);
  verifyDeposit(lastStep, normalizedRequest, assets, request);
}

type WithdrawalRequest = Extract<StepsRequest, { readonly type: 'withdrawal' }>;

/** Checks the single call of a withdrawal that goes directly to the vault. */
function verifyDirectWithdrawal(
  step: StepVerifier,
  normalizedRequest: NormalizedRequest,
  request: WithdrawalRequest,
): void {
  const owner = encodeAddressWord(normalizedRequest.wallet);
  if (request.amount === 'all') {
    const requestedShares = 'shares' in request ? request.shares : undefined;
    step.is('redeem', normalizedRequest.vault);
    step.calls(
      call(FUNCTION_SELECTORS.redeem, word(requestedShares ?? step.wordAt(SELECTOR_DIGITS)), owner, owner),
    );
    return;
  }
  const assets = parseBaseUnits(request.amount, request.contracts.decimals);
  step.is('withdraw', normalizedRequest.vault);
  step.calls(call(FUNCTION_SELECTORS.withdraw, word(assets), owner, owner));
}

/** Checks a withdrawal through the router. Returns the number of shares that the wallet must approve for the router. */
function verifyRoutedWithdrawal(
  step: StepVerifier,
  normalizedRequest: NormalizedRequest,
  request: WithdrawalRequest,
): bigint {
  const { router } = normalizedRequest;
  const amountLimitInStep = step.wordAt(SELECTOR_DIGITS + 3 * WORD_DIGITS);
  if (request.amount === 'all') {
    const { minAssets, shares: requestedShares } = 'minAssets' in request ? request : {};
    if (minAssets === undefined)
      throw new TypeError(
        'minAssets is required to withdraw all through a router: the minimum amount in base units of the asset, as a bigint',
      );
    const shares =
      requestedShares ?? step.wordAt(SELECTOR_DIGITS + (router?.kind === 'yearn' ? 1 : 2) * WORD_DIGITS);
    step.is('redeem', router?.address ?? '');
    step.calls(encodeRouterCall(normalizedRequest, 'redeem', shares, amountLimitInStep));
    if (amountLimitInStep < minAssets)
      step.fail(`it accepts ${amountLimitInStep} of the asset, less than ${minAssets}`);
    return shares;
  }
  const maxShares = 'maxShares' in request ? request.maxShares : undefined;
  if (maxShares === undefined)
    throw new TypeError(
      'maxShares is required to withdraw an amount through a router: the maximum number of shares in base units, as a bigint',
    );
  step.is('withdraw', router?.address ?? '');
  const assets = parseBaseUnits(request.amount, request.contracts.decimals);
  step.calls(encodeRouterCall(normalizedRequest, 'withdraw', assets, amountLimitInStep));
  if (amountLimitInStep > maxShares)
    step.fail(`it takes up to ${amountLimitInStep} shares, more than ${maxShares}`);
  return amountLimitInStep;
}

function verifyWithdrawalSteps(
  steps: readonly StepVerifier[],
  normalizedRequest: NormalizedRequest,
  request: WithdrawalRequest,
): void {
  const lastStep = steps.at(-1);
  if (lastStep === undefined) throw new StepMismatchError(0, 'there is none');
  if (normalizedRequest.router === undefined) {
    if (steps.length > 1) lastStep.fail('a withdrawal from the vault itself is one step');
    verifyDirectWithdrawal(lastStep, normalizedRequest, request);
    return;
  }
  const shares = verifyRoutedWithdrawal(lastStep, normalizedRequest, request);
  verifyApprovals(steps.slice(0, -1), normalizedRequest.vault, normalizedRequest.router.address, shares);
}

/**
 * Checks that the steps do only what was requested. Compares every step with the request and with the contract
 * addresses that the request contains. Only the service's attribution code may follow the call data.
 * @throws StepMismatchError that names the step that differs; TypeError for a request that cannot be checked
 */
export function verifySteps(request: StepsRequest, steps: readonly TransactionStep[]): void {
  const normalizedRequest = normalizeRequest(request);
  const stepVerifiers = steps.map((step, index) => new StepVerifier(step, index, normalizedRequest.chainId));
  if (request.type === 'deposit') {
    verifyDepositSteps(stepVerifiers, normalizedRequest, request);
    return;
  }
  verifyWithdrawalSteps(stepVerifiers, normalizedRequest, request);
}

/**
 * Checks the calls of a wallet batch (EIP-5792) by the same rules as `verifySteps`.
 * @throws StepMismatchError that names the call that differs; TypeError for a request that cannot be checked
 */
export function verifyCalls(request: StepsRequest, calls: readonly WalletCall[]): void {
  const withdrawalStepType = request.amount === 'all' ? 'redeem' : 'withdraw';
  const lastStepType = request.type === 'deposit' ? 'deposit' : withdrawalStepType;
  const commonFields = { chain_id: request.contracts.chainId, typed_data: null, gas_estimate: null } as const;
  verifySteps(
    request,
    calls.map(({ to, data, value }, index) => ({
      ...commonFields,
      ...{ type: index < calls.length - 1 ? 'approve' : lastStepType, to, data },
      value: /^0x0+$/.test(value) ? '0' : value,
    })),
  );
}
