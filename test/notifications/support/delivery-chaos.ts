import { expect } from 'vitest';
import { readEventsAfter } from '../../../shared/notifications/events.ts';
import { deliverEventsOfAccount } from '../../../shared/notifications/webhooks/delivery-rounds.ts';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { interceptCommands } from '../../support/engine/intercept-commands.ts';
import { createRandomGenerator } from '../../support/random.ts';
import { DeliveryWorld, listFirstReceivedSequences } from './delivery-world.ts';

/** Number of workers that receive messages at the same time. */
const WORKER_COUNT = 6;
/** Duration of a pause in milliseconds. It is longer than any lease. */
const PAUSE_MS = 60_000;
/** Upper limit of the number of database commands that a worker sends before it is killed. */
const COMMANDS_MAX = 60;
const EVENTS_PER_ROUND = 20;

interface Size {
  readonly accounts: number;
  /** Number of endpoints of each account. */
  readonly endpoints: number;
  /** Number of events of each account. */
  readonly events: number;
  readonly seed: number;
}

/** Returns the table of a worker that dies after a number of commands: every later command fails. */
function failTableAfterCommands(table: Table, commands: number): Table {
  let sent = 0;
  return interceptCommands(table, () => {
    sent += 1;
    if (sent > commands) throw new Error('killed');
  });
}

/** Returns messages as a queue may deliver them: some twice, some never, in any order. */
function disturbMessages(messages: readonly string[], random: () => number): string[] {
  return messages
    .flatMap((message) => {
      const dice = random();
      return dice < 0.1 ? [] : dice < 0.4 ? [message, message] : [message];
    })
    .map((message) => ({ message, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ message }) => message);
}

/**
 * Records events of accounts while workers deliver them. Workers are killed at any time, messages are repeated, lost
 * and reordered, and receivers sometimes fail. At the end, compares the received events with the recorded ones.
 */
export async function deliverWithFaults(
  table: Table,
  { accounts, endpoints, events, seed }: Size,
): Promise<void> {
  const random = createRandomGenerator(seed);
  const world = new DeliveryWorld(table);
  world.receive = () => ({ status: random() < 0.05 ? 500 : 204, takesMs: 1 });
  const owners: { account: string; urls: string[] }[] = [];
  for (let owner = 0; owner < accounts; owner += 1) {
    const urls = Array.from({ length: endpoints }, (_, index) => `https://${owner}-${index}.example/`);
    owners.push({ account: (await world.account(...urls)).account, urls });
  }

  const work = async (messages: string[]): Promise<void> => {
    for (let account = messages.pop(); account !== undefined; account = messages.pop()) {
      const commands = random() < 0.3 ? Math.floor(random() * COMMANDS_MAX) : Number.POSITIVE_INFINITY;
      const dependencies = world.dependencies(failTableAfterCommands(table, commands));
      await deliverEventsOfAccount(dependencies, account, world.nowMs + 20_000).catch((error: unknown) => {
        if (!(error instanceof Error && error.message === 'killed')) throw error;
      });
    }
  };
  const processMessages = async () => {
    const messages = disturbMessages(world.takeMessages(), random);
    await Promise.all(Array.from({ length: WORKER_COUNT }, () => work(messages)));
  };

  for (let first = 1; first <= events; first += EVENTS_PER_ROUND) {
    const numbers = Array.from(
      { length: Math.min(EVENTS_PER_ROUND, events - first + 1) },
      (_, index) => first + index,
    );
    await Promise.all(owners.map(({ account }) => world.recordEvents(account, ...numbers)));
    await processMessages();
  }
  const isDone = () =>
    owners.every(({ urls }) =>
      urls.every((url) => listFirstReceivedSequences(world.requests, url).length === events),
    );
  do {
    world.nowMs += PAUSE_MS;
    await world.sweep();
    await processMessages();
  } while (!isDone());
  await expectDeliveryRules(world, owners, events);
}

async function expectDeliveryRules(
  world: DeliveryWorld,
  owners: readonly { account: string; urls: readonly string[] }[],
  events: number,
): Promise<void> {
  for (const { account, urls } of owners) {
    const happened = await readEventsAfter(world.table, account, 0, {
      limit: events,
      now: new Date(world.nowMs),
    });
    const ids = new Map(happened.events.map(({ sequence, id }) => [sequence, id]));
    for (const url of urls) {
      const got = world.requests.filter((request) => request.url === url);
      expect(got.filter(({ sequence, id }) => ids.get(sequence) !== id)).toEqual([]);
      expect(listFirstReceivedSequences(got, url)).toEqual(happened.events.map(({ sequence }) => sequence));
    }
  }
}
