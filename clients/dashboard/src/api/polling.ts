import { type QueryClient, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isOnChain } from '../../../sdk/src/index.ts';
import { say } from '../components/dialogs/toast.tsx';
import { api } from './client.ts';
import { canPoll, countPolls } from './poll-budget.ts';
import { eventsQuery, openTransactionsQuery, settledTransactionsKey, type Transaction } from './queries.ts';
import { session } from './session.ts';

/**
 * Polls open transactions and the account's events. One visible tab polls for all tabs and shares the responses. More
 * tabs therefore do not use more of the account's rate limit.
 */

const TICK_MS = 1_000;
const MINUTE_MS = 60_000;
/**
 * Number of requests that the page sends when a transaction has settled. One request loads the outcome. The other four
 * load the changed balances and the chart of their value.
 */
const FOLLOW_UPS = 5;
const EVENTS_EVERY_MS = MINUTE_MS;
const OPEN_FIRST_MS = 5_000;
const OPEN_LAST_MS = 30_000;
const GROWTH = 1.5;

/**
 * Returns the pause before the next poll, in milliseconds. The pause grows with the number of polls that found nothing
 * new.
 */
const openPauseMs = (unchangedPolls: number): number =>
  Math.min(OPEN_LAST_MS, OPEN_FIRST_MS * GROWTH ** unchangedPolls);

const TABS = 'yield.polling';

interface SharedAnswer {
  readonly user: string;
  readonly key: QueryKey;
  readonly data: unknown;
}

const BALANCES = ['investments', 'holdings', 'portfolio', 'portfolio-days'] as const;
const OUTCOMES_MAX = 100;

const SETTLED: ReadonlySet<string> = new Set(['confirmed', 'failed', 'expired', 'cancelled']);

/**
 * Stores and announces the outcome of transactions that are no longer open. Reloads the balances that these
 * transactions changed.
 */
async function settle(queries: QueryClient, ids: ReadonlySet<string>): Promise<readonly Transaction[]> {
  const { data } = await api.investments.listTransactions({ per_page: OUTCOMES_MAX });
  const settledTransactions = data
    .filter(isOnChain)
    .filter(({ id, status }) => ids.has(id) && SETTLED.has(status));
  const knownTransactions = queries.getQueryData<readonly Transaction[]>(settledTransactionsKey) ?? [];
  queries.setQueryData(settledTransactionsKey, [...settledTransactions, ...knownTransactions]);
  for (const { type, status } of settledTransactions)
    say(`${type === 'deposit' ? 'Deposit' : 'Withdrawal'} ${status}`);
  await Promise.all(BALANCES.map((name) => queries.invalidateQueries({ queryKey: [name] })));
  return settledTransactions;
}

const statusesOf = (open: readonly Transaction[]) =>
  JSON.stringify(open.map(({ id, status }) => [id, status]));

/** Creates the poller of one tab. `tick` must be called each second while this tab polls for all tabs. */
function createPoller(queries: QueryClient, share: (key: QueryKey, data: unknown) => void) {
  let isRunning = false;
  let unchangedPolls = 0;
  let lastOpenStates = '';
  const lastLookMs = { open: Date.now(), events: Date.now() };

  async function lookAtOpen(before: readonly Transaction[]): Promise<void> {
    countPolls(1);
    const answer = await queries.fetchQuery({ ...openTransactionsQuery, staleTime: 0 });
    share(openTransactionsQuery.queryKey, answer);
    const states = statusesOf(answer.data);
    unchangedPolls = states === lastOpenStates ? unchangedPolls + 1 : 0;
    lastOpenStates = states;
    const gone = new Set(before.map(({ id }) => id));
    for (const { id } of answer.data) gone.delete(id);
    if (gone.size === 0) return;
    countPolls(FOLLOW_UPS);
    await settle(queries, gone);
    share(settledTransactionsKey, queries.getQueryData(settledTransactionsKey));
    for (const name of BALANCES) share([name], queries.getQueryData([name]));
  }

  async function lookAtEvents(): Promise<void> {
    countPolls(1);
    share(eventsQuery.queryKey, await queries.fetchQuery({ ...eventsQuery, staleTime: 0 }));
  }

  async function runDue(nowMs: number): Promise<void> {
    const open = queries.getQueryData(openTransactionsQuery.queryKey)?.data ?? [];
    // The open transactions have changed, so poll again with the shortest pause.
    if (statusesOf(open) !== lastOpenStates) unchangedPolls = 0;
    if (open.length > 0 && nowMs - lastLookMs.open >= openPauseMs(unchangedPolls)) {
      lastLookMs.open = nowMs;
      await lookAtOpen(open);
    } else if (nowMs - lastLookMs.events >= EVENTS_EVERY_MS) {
      lastLookMs.events = nowMs;
      await lookAtEvents();
    }
  }

  return {
    async tick(): Promise<void> {
      const nowMs = Date.now();
      if (isRunning || !canPoll(1 + FOLLOW_UPS)) return;
      isRunning = true;
      try {
        await runDue(nowMs);
      } catch {
        // Ignore the error, because the next poll may succeed. Pages that need the data show an error themselves.
      } finally {
        isRunning = false;
      }
    },
  };
}

/**
 * Runs `work` while this tab is visible and no other visible tab runs the same work. The function that `work` returns
 * stops it.
 */
function runInOneTab(work: () => () => void): () => void {
  let leave = () => {};
  const follow = () => {
    leave();
    if (document.hidden) return;
    const ending = new AbortController();
    leave = () => ending.abort();
    navigator.locks
      .request(TABS, { signal: ending.signal }, () => {
        const stop = work();
        return new Promise<void>((resolve) => {
          ending.signal.addEventListener('abort', () => {
            stop();
            resolve();
          });
        });
      })
      .catch(() => {
        // Do not start to poll, because the tab was hidden before it got the lock.
      });
  };
  follow();
  document.addEventListener('visibilitychange', follow);
  return () => {
    document.removeEventListener('visibilitychange', follow);
    leave();
  };
}

/** Polls open transactions and events while a user is signed in. */
export function usePolling(): void {
  const queries = useQueryClient();
  const user = session.use()?.user.id;
  const isSignedIn = user !== undefined;
  useQuery({ ...openTransactionsQuery, enabled: isSignedIn });
  useEffect(() => {
    if (user === undefined) return;
    const tabs = new BroadcastChannel(TABS);
    tabs.addEventListener('message', ({ data }: MessageEvent<SharedAnswer>) => {
      if (data.user === user && data.data !== undefined) queries.setQueryData(data.key, data.data);
    });
    const poller = createPoller(queries, (key, data) => {
      const answer: SharedAnswer = { user, key, data };
      tabs.postMessage(answer);
    });
    const end = runInOneTab(() => {
      const timer = setInterval(() => void poller.tick(), TICK_MS);
      return () => clearInterval(timer);
    });
    return () => {
      end();
      tabs.close();
    };
  }, [queries, user]);
}
