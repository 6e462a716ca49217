import * as z from 'zod';
import type { AttemptOutcome } from '../../../shared/notifications/domain/delivery.ts';
import { type EventContent, recordEvents } from '../../../shared/notifications/events.ts';
import {
  buildVerificationWrite,
  findWebhook,
  type WebhookReference,
} from '../../../shared/notifications/store/webhooks.ts';
import { listDeliveries } from '../../../shared/notifications/webhooks/deliveries.ts';
import type { DeliveryDependencies } from '../../../shared/notifications/webhooks/delivery-attempt.ts';
import {
  deliverEventsOfAccount,
  sweepWebhooks,
} from '../../../shared/notifications/webhooks/delivery-rounds.ts';
import type { WebhookMessage } from '../../../shared/notifications/webhooks/delivery-sender.ts';
import { createWebhook } from '../../../shared/notifications/webhooks/webhooks.ts';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { transactIf } from '../../../shared/platform/dynamodb/transact.ts';
import { createLogger } from '../../../shared/platform/log.ts';
import { createAccountsContext, makeKey, makeUser, NOW, principalWith } from '../../support/accounts.ts';

export const ENDPOINT_URL = 'https://a.example/hook';
const RUN_TIME_LIMIT_MS = 20_000;
const SWEEP_INTERVAL_MS = 300_000;
/** Milliseconds to the next sweep after a sweep that found nothing. */
const IDLE_SWEEP_INTERVAL_MS = 3_600_000;

/** A request that a receiver gets. */
export interface Request {
  readonly url: string;
  readonly atMs: number;
  readonly id: string;
  readonly sequence: number;
}

/**
 * Returns the receiver's status for a request, and the duration in virtual milliseconds. Without a status, the attempt
 * times out.
 */
export type Receive = (request: Request) => { readonly status?: number; readonly takesMs?: number };

interface QueueMessage {
  readonly atMs: number;
  readonly account: string;
}

/** Returns the content of an event. It contains the number, so that a test can identify the event. */
const happening = (number: number): EventContent => ({
  type: 'api_key.created',
  cause: `cause ${number}`,
  data: { api_key_id: `key_${number}` },
});

/** Marks an endpoint as verified, but not for investment events. Sends no challenge. */
export async function verify(table: Table, ref: WebhookReference, now = NOW): Promise<void> {
  const item = await findWebhook(table, ref);
  if (item === undefined) throw new Error('It was just made');
  const { committed: held } = await transactIf(table, [buildVerificationWrite(item, false, now)]);
  if (!held) throw new Error('The endpoint was changed meanwhile');
}

/** Runs deliveries in virtual time. Time advances only while a receiver works or nothing else can run. */
export class DeliveryWorld {
  readonly table: Table;
  readonly requests: Request[] = [];
  nowMs = NOW.getTime();
  receive: Receive = () => ({ status: 204 });
  #messages: QueueMessage[] = [];

  constructor(table: Table) {
    this.table = table;
  }

  dependencies(table: Table = this.table): DeliveryDependencies {
    return {
      table,
      send: (message) => this.#send(message),
      clock: () => this.nowMs,
      randomFraction: () => 0.5,
      enqueue: async (account, delayMs) => this.enqueue(account, delayMs),
      log: createLogger({}, () => undefined),
    };
  }

  enqueue(account: string, delayMs = 0): void {
    this.#messages.push({ account, atMs: this.nowMs + delayMs });
  }

  async #send({ url, headers, body }: WebhookMessage): Promise<AttemptOutcome> {
    const { sequence } = z.object({ sequence: z.number() }).parse(JSON.parse(body));
    const request = { url, atMs: this.nowMs, id: headers['webhook-id'] ?? '', sequence };
    this.requests.push(request);
    const { status, takesMs = 5 } = this.receive(request);
    this.nowMs += takesMs;
    return status === undefined
      ? { failure: 'timed_out', durationMs: takesMs }
      : { status, durationMs: takesMs };
  }

  /** Creates an account with endpoints at the given addresses. */
  async account(...urls: readonly string[]) {
    const accounts = createAccountsContext(this.table);
    const user = await makeUser(accounts, { plan: 'enterprise' });
    const principal = principalWith(user, (await makeKey(accounts, user.id)).item);
    const ids: string[] = [];
    for (const url of urls) {
      const made = await createWebhook(accounts, principal, { url }, new Date(this.nowMs), async () => []);
      await verify(this.table, { account: user.id, id: made.id }, new Date(this.nowMs));
      ids.push(made.id);
    }
    return { account: user.id, principal, ids };
  }

  /** Records events of an account, and sends a queue message. */
  async recordEvents(account: string, ...numbers: readonly number[]): Promise<void> {
    await recordEvents(this.table, account, numbers.map(happening), new Date(this.nowMs));
    this.enqueue(account);
  }

  /**
   * Advances the clock by `ms`. In this time, delivers queue messages when they are due, and runs sweeps. The pause
   * after a sweep is IDLE_SWEEP_INTERVAL_MS if the sweep enqueued nothing, otherwise SWEEP_INTERVAL_MS.
   */
  async pass(ms: number): Promise<void> {
    const endMs = this.nowMs + ms;
    let sweepAtMs = this.nowMs + SWEEP_INTERVAL_MS;
    for (;;) {
      const [next] = this.#messages.toSorted((a, b) => a.atMs - b.atMs);
      if (next !== undefined && next.atMs <= Math.min(endMs, sweepAtMs)) {
        this.#messages = this.#messages.filter((message) => message !== next);
        this.nowMs = Math.max(this.nowMs, next.atMs);
        await deliverEventsOfAccount(this.dependencies(), next.account, this.nowMs + RUN_TIME_LIMIT_MS);
      } else if (sweepAtMs <= endMs) {
        this.nowMs = Math.max(this.nowMs, sweepAtMs);
        const { enqueued } = await this.sweep();
        sweepAtMs = this.nowMs + (enqueued === 0 ? IDLE_SWEEP_INTERVAL_MS : SWEEP_INTERVAL_MS);
      } else {
        this.nowMs = Math.max(this.nowMs, endMs);
        return;
      }
    }
  }

  sweep() {
    const enqueue = async (accounts: readonly string[]) => {
      for (const account of accounts) this.enqueue(account);
    };
    return sweepWebhooks(this.table, enqueue, new Date(this.nowMs));
  }

  /** Removes and returns the messages in the queue, so that a test can deliver them itself. */
  takeMessages(): string[] {
    const accounts = this.#messages.map(({ account }) => account);
    this.#messages = [];
    return accounts;
  }
}

/** Returns the event sequences in the order in which an address first received each. */
export function listFirstReceivedSequences(requests: readonly Request[], url: string): number[] {
  return [...new Set(requests.filter((request) => request.url === url).map(({ sequence }) => sequence))];
}

/** Creates an account with one endpoint, and functions that read its state. */
export async function createAccountWithWebhook(world: DeliveryWorld) {
  const { table } = world;
  const { account, principal, ids } = await world.account(ENDPOINT_URL);
  const [id] = ids;
  if (id === undefined) throw new Error('one was made');
  const item = async () => {
    const found = await findWebhook(table, { account, id });
    if (found === undefined) throw new Error('it is there');
    return found;
  };
  const deliveries = () =>
    listDeliveries(table, principal, id, { page: 1, per_page: 100 }, new Date(world.nowMs));
  return { account, principal, id, item, deliveries };
}
