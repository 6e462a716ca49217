import { type QueryClient, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isOnChain } from '../../../sdk/src/index.ts';
import { showToast } from '../components/dialogs/toast.tsx';
import { api } from './client.ts';
import { canPoll, countPolls } from './poll-budget.ts';
import { eventsQuery, openTransactionsQuery, settledTransactionsKey, type Transaction } from './queries.ts';
import { sessionStore } from './session.ts';

/**
 * Polls open transactions and the account's events. One visible tab polls for all tabs, so that more tabs do not use
 * more of the account's rate limit.
 */

const POLLER_TICK_MS = 1_000;
const MINUTE_MS = 60_000;
/** Number of requests that the page sends after a transaction has settled. */
const REQUEST_COUNT_AFTER_SETTLEMENT = 5;
const EVENTS_POLL_INTERVAL_MS = MINUTE_MS;
const TRANSACTION_POLL_PAUSE_MIN_MS = 5_000;
const TRANSACTION_POLL_PAUSE_MAX_MS = 30_000;
const PAUSE_GROWTH_FACTOR = 1.5;

/** The pause grows with the number of successive polls that found no change. */
const computePollPauseMs = (unchangedAnswerCount: number): number =>
  Math.min(
    TRANSACTION_POLL_PAUSE_MAX_MS,
    TRANSACTION_POLL_PAUSE_MIN_MS * PAUSE_GROWTH_FACTOR ** unchangedAnswerCount,
  );

const CHANNEL_NAME = 'yield.polling';

interface SharedResponse {
  readonly user: string;
  readonly key: QueryKey;
  readonly data: unknown;
}

const BALANCE_QUERY_NAMES = ['investments', 'holdings', 'portfolio', 'portfolio-days'] as const;
const TRANSACTIONS_PER_READ_MAX = 100;

const SETTLED_STATUSES: ReadonlySet<string> = new Set(['confirmed', 'failed', 'expired', 'cancelled']);

/**
 * Loads the given transactions that have ended, stores them, and shows a message for each. Reloads the balances that
 * these transactions changed.
 */
async function reportSettledTransactions(
  queryClient: QueryClient,
  ids: ReadonlySet<string>,
): Promise<readonly Transaction[]> {
  const { data } = await api.investments.listTransactions({ per_page: TRANSACTIONS_PER_READ_MAX });
  const settledTransactions = data
    .filter(isOnChain)
    .filter(({ id, status }) => ids.has(id) && SETTLED_STATUSES.has(status));
  const earlierSettledTransactions =
    queryClient.getQueryData<readonly Transaction[]>(settledTransactionsKey) ?? [];
  queryClient.setQueryData(settledTransactionsKey, [...settledTransactions, ...earlierSettledTransactions]);
  for (const { type, status } of settledTransactions)
    showToast(`${type === 'deposit' ? 'Deposit' : 'Withdrawal'} ${status}`);
  await Promise.all(BALANCE_QUERY_NAMES.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
  return settledTransactions;
}

const serializeStatuses = (open: readonly Transaction[]) =>
  JSON.stringify(open.map(({ id, status }) => [id, status]));

/** Whether the poller must poll the open transactions at its next tick, even if the usual pause has not ended. */
let isTransactionPollRequested = false;

/**
 * Makes the poller read the open transactions within a second. Call it when other data show that one of them has
 * changed.
 */
export function pollOpenTransactionsSoon(): void {
  isTransactionPollRequested = true;
}

/**
 * Creates the poller of one tab. While this tab polls for all tabs, `tick` of the returned poller must be called each
 * second.
 */
function createPoller(queryClient: QueryClient, shareWithTabs: (key: QueryKey, data: unknown) => void) {
  let isPollRunning = false;
  let unchangedPollCount = 0;
  let lastSerializedStatuses = '';
  const lastPollTimesMs = { open: Date.now(), events: Date.now() };

  async function pollOpenTransactions(
    previousOpenTransactions: readonly Transaction[],
    isPollRequested: boolean,
  ): Promise<void> {
    countPolls(1);
    const response = await queryClient.fetchQuery({ ...openTransactionsQuery, staleTime: 0 });
    shareWithTabs(openTransactionsQuery.queryKey, response);
    const serializedStatuses = serializeStatuses(response.data);
    // Only scheduled polls make the pause longer. A poll that a page requested does not.
    unchangedPollCount =
      serializedStatuses === lastSerializedStatuses ? unchangedPollCount + (isPollRequested ? 0 : 1) : 0;
    lastSerializedStatuses = serializedStatuses;
    const gone = new Set(previousOpenTransactions.map(({ id }) => id));
    for (const { id } of response.data) gone.delete(id);
    if (gone.size === 0) return;
    countPolls(REQUEST_COUNT_AFTER_SETTLEMENT);
    await reportSettledTransactions(queryClient, gone);
    shareWithTabs(settledTransactionsKey, queryClient.getQueryData(settledTransactionsKey));
    for (const name of BALANCE_QUERY_NAMES) shareWithTabs([name], queryClient.getQueryData([name]));
  }

  async function pollEvents(): Promise<void> {
    countPolls(1);
    shareWithTabs(eventsQuery.queryKey, await queryClient.fetchQuery({ ...eventsQuery, staleTime: 0 }));
  }

  async function runDuePolls(nowMs: number): Promise<void> {
    const open = queryClient.getQueryData(openTransactionsQuery.queryKey)?.data ?? [];
    // The open transactions have changed, so poll again with the shortest pause.
    if (serializeStatuses(open) !== lastSerializedStatuses) unchangedPollCount = 0;
    const isPollRequested = isTransactionPollRequested;
    const isPollDue =
      isPollRequested || nowMs - lastPollTimesMs.open >= computePollPauseMs(unchangedPollCount);
    if (open.length > 0 && isPollDue) {
      isTransactionPollRequested = false;
      lastPollTimesMs.open = nowMs;
      await pollOpenTransactions(open, isPollRequested);
    } else if (nowMs - lastPollTimesMs.events >= EVENTS_POLL_INTERVAL_MS) {
      lastPollTimesMs.events = nowMs;
      await pollEvents();
    }
  }

  return {
    async tick(): Promise<void> {
      const nowMs = Date.now();
      if (isPollRunning || !canPoll(1 + REQUEST_COUNT_AFTER_SETTLEMENT)) return;
      isPollRunning = true;
      try {
        await runDuePolls(nowMs);
      } catch {
        // Ignore the error, because the next poll may succeed. Pages that need the data show an error themselves.
      } finally {
        isPollRunning = false;
      }
    },
  };
}

/**
 * Runs `work` while this tab is visible and no other visible tab runs the same work. `work` returns the function that
 * stops it.
 */
function runInOneTab(work: () => () => void): () => void {
  let stopWork = () => {};
  const startOrStopWork = () => {
    stopWork();
    if (document.hidden) return;
    const abortController = new AbortController();
    stopWork = () => abortController.abort();
    navigator.locks
      .request(CHANNEL_NAME, { signal: abortController.signal }, () => {
        const stop = work();
        return new Promise<void>((resolve) => {
          abortController.signal.addEventListener('abort', () => {
            stop();
            resolve();
          });
        });
      })
      .catch(() => {
        // Ignore the error. The tab was hidden before it got the lock, so it does not poll.
      });
  };
  startOrStopWork();
  document.addEventListener('visibilitychange', startOrStopWork);
  return () => {
    document.removeEventListener('visibilitychange', startOrStopWork);
    stopWork();
  };
}

/** Polls open transactions and events while a user is signed in. */
export function usePolling(): void {
  const queryClient = useQueryClient();
  const user = sessionStore.use()?.user.id;
  const isSignedIn = user !== undefined;
  useQuery({ ...openTransactionsQuery, enabled: isSignedIn });
  useEffect(() => {
    if (user === undefined) return;
    const tabs = new BroadcastChannel(CHANNEL_NAME);
    tabs.addEventListener('message', ({ data }: MessageEvent<SharedResponse>) => {
      if (data.user === user && data.data !== undefined) queryClient.setQueryData(data.key, data.data);
    });
    const poller = createPoller(queryClient, (key, data) => {
      const response: SharedResponse = { user, key, data };
      tabs.postMessage(response);
    });
    const end = runInOneTab(() => {
      const timer = setInterval(() => void poller.tick(), POLLER_TICK_MS);
      return () => clearInterval(timer);
    });
    return () => {
      end();
      tabs.close();
    };
  }, [queryClient, user]);
}
