import { decodeNumber, encodeRead } from '../../chain/erc4626.ts';
import { unlessRefused } from '../../chain/json-rpc.ts';
import type { Hex } from '../../chain/multicall.ts';
import type { ChainSettings } from '../../chain/networks.ts';
import { readBlock, readContract, replaceableBlocks } from '../../chain/node.ts';
import { ApiError } from '../../platform/contract/errors.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import type { Write } from '../../platform/dynamodb/transact.ts';
import type { Idempotency } from '../../platform/idempotency/idempotency.ts';
import type { Reply } from '../../platform/request.ts';
import type { Vault } from '../../strategies/records.ts';
import type { ChainTransaction } from '../contract/transactions/onchain-responses.ts';
import { intentView } from '../domain/onchain/view.ts';
import { type Intent, newIntentWrites } from '../store/intents.ts';
import { followWrite } from '../store/onchain/followed-wallets.ts';
import { vaultHoldingWrite } from '../store/onchain/vault-holdings.ts';
import { tooManyMovements, unlessTooMany } from '../too-many-movements.ts';
import { attributed } from '../vaults/holding-user.ts';
import { asked, INTENT_LIFE_MS, type IntentRequest, type StepPlan } from '../vaults/plan.ts';
import { planOf, priced } from '../vaults/vault-steps.ts';
import { storeNumbered } from './numbered-intents.ts';

/** What settlement on chain needs from outside. */
export interface IntentPorts {
  readonly table: Table;
  readonly chains: readonly ChainSettings[];
  readonly newTransactionId: () => string;
}

/**
 * From where on a wallet's events are booked: before any block that may still be replaced, as what is sent now may end
 * up below the latest of today's blocks.
 */
async function openingOf(node: ChainSettings, vault: Hex, wallet: Hex) {
  const latest = await readBlock(node, 'latest');
  if (latest === undefined) throw new ApiError('chain_unavailable');
  const block = Math.max(0, latest.number - replaceableBlocks(node));
  const call = { to: vault, data: encodeRead.balanceOf(wallet) };
  // A node may keep no state of that block: what is held is then not compared with the chain.
  const held = await unlessRefused(readContract(node, call, block));
  // A vault that was not there yet answers with nothing.
  return { block, shares: held === undefined ? undefined : (decodeNumber(held) ?? 0n) };
}

/** An intent with where its wallet's events in the vault begin to be booked. */
interface Opened {
  readonly intent: Intent;
  readonly vault: Vault;
  readonly opening: Awaited<ReturnType<typeof openingOf>>;
}

/** Plans some requests in their order: what one pays to the wallet is what the next one deposits. */
async function plansOf(table: Table, node: ChainSettings, requests: readonly IntentRequest[]) {
  const planned: { request: IntentRequest; plan: StepPlan }[] = [];
  for (const request of requests) {
    const incoming = planned.at(-1)?.plan.assets;
    const moved = incoming === undefined ? request : { ...request, assets: incoming, incoming };
    planned.push({ request: moved, plan: await planOf(table, node, moved) });
  }
  return planned;
}

async function openedOf(
  { table, newTransactionId }: IntentPorts,
  node: ChainSettings,
  requests: readonly IntentRequest[],
): Promise<Opened[]> {
  const planned = await plansOf(table, node, requests);
  const { steps, simulated } = await priced(node, planned);
  const ids = planned.map(newTransactionId);
  return Promise.all(
    planned.map(async ({ request: { vault, wallet, ownerId, userId, type, now, assets }, plan }, i) => ({
      vault,
      opening: await openingOf(node, vault.address, wallet),
      intent: {
        id: ids[i] ?? newTransactionId(),
        version: 1,
        owner_id: ownerId,
        user_id: userId ?? null,
        counterpart_id: ids.find((_, other) => other !== i) ?? null,
        type,
        state: 'pending',
        failure: null,
        strategy_id: vault.strategy_id,
        chain: vault.chain,
        chain_id: node.chainId,
        vault: vault.address,
        wallet,
        asset: vault.asset.symbol,
        decimals: vault.asset.decimals,
        assets: assets === undefined ? null : String(assets),
        shares: plan.shares === undefined ? null : String(plan.shares),
        steps: steps[i] ?? [],
        permit: plan.permit?.pending ?? null,
        simulated,
        hashes: [],
        nonce: null,
        included: null,
        created_at_ms: now.getTime(),
        updated_at_ms: now.getTime(),
        deadline_ms: now.getTime() + INTENT_LIFE_MS,
      },
    })),
  );
}

function openedWrites({ intent, vault, opening }: Opened): Write[] {
  const { owner_id, user_id, wallet, asset, chain, chain_id } = intent;
  const {
    address,
    strategy_id,
    asset: { decimals },
    share_decimals,
  } = vault;
  const place = { chain, vault: address, wallet };
  return [
    ...newIntentWrites(intent),
    followWrite(place, opening),
    vaultHoldingWrite(owner_id, {
      ...place,
      chain_id,
      strategy_id,
      user_id,
      asset,
      decimals,
      share_decimals,
    }),
  ];
}

/**
 * Makes the steps of a deposit into, or a withdrawal from, a vault: unsigned calls that the caller signs and sends; of
 * a move between two vaults of one chain and asset, those of its withdrawal and then those of its deposit. They are
 * simulated in their order on the chain's latest block before anything is stored.
 *
 * @param requests of one caller and wallet
 * @param idempotency of the request, under which no answer was found
 * @param view what the caller is answered with
 * @throws ApiError invalid_request, below_minimum_deposit, insufficient_balance, simulation_failed, unsafe_share_price,
 * chain_unavailable, too_many_movements, idempotency_key_reused
 */
export async function openIntents(
  ports: IntentPorts,
  requests: readonly [IntentRequest, ...IntentRequest[]],
  idempotency: Idempotency,
  view: (transactions: readonly ChainTransaction[]) => unknown,
): Promise<Reply> {
  const { table, chains } = ports;
  const [{ vault, ownerId }] = requests;
  const node = chains.find(({ chain }) => chain === vault.chain);
  if (node === undefined) throw new ApiError('chain_unavailable');
  const known = await attributed(table, requests);
  const opened = await asked(() => openedOf(ports, node, known));
  const reply = { data: view(opened.map(({ intent }) => intentView(intent))) };
  // An intent changes: the first answer is kept as it was.
  const claim = await idempotency.claim(201, reply);
  const writesFrom = (number: number) =>
    opened.flatMap((each, i) => openedWrites({ ...each, intent: { ...each.intent, number: number + i } }));
  if (await unlessTooMany(() => storeNumbered(table, ownerId, writesFrom, claim))) return reply;
  // A twin of the request was first.
  const answered = await idempotency.find(table);
  if (answered !== undefined) return answered;
  // Or the wallet's first steps in the vault were asked for meanwhile, perhaps for another user.
  await attributed(table, requests);
  throw tooManyMovements(new Error(`The intents of ${ownerId} met others for the same wallet and vault`));
}
