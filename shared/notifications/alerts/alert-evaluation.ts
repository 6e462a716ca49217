import { readHistories } from '../../market/stored-histories.ts';
import { dayOf } from '../../platform/domain/days.ts';
import type { ItemChange } from '../../platform/domain/item-change.ts';
import { forEachParallel } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { write } from '../../platform/dynamodb/write.ts';
import { ALERT_DAYS_MAX, MOVE_KINDS } from '../contract/alerts/alert-kinds.ts';
import { type Alert, watchedNames, watchesStrategy } from '../domain/alert.ts';
import {
  type AlertState,
  type BeforeAndAfter,
  evaluateAlert,
  needsState,
} from '../domain/alert-judgement.ts';
import {
  buildAlertEvent,
  buildObservation,
  buildSnapshot,
  parseSeenStrategy,
  type SeenStrategy,
} from '../domain/alert-snapshot.ts';
import type { EventContent } from '../domain/event.ts';
import { recordEvents } from '../events.ts';
import { readStates, writeState } from '../store/alert-states.ts';
import { readWatched, readWatchers, watchRemoval } from '../store/alert-watches.ts';
import { getAlert } from '../store/alerts.ts';

/** Maximum number of strategies that are evaluated concurrently. */
const STRATEGY_CONCURRENCY = 4;
const ACCOUNT_CONCURRENCY = 16;

/** A strategy before and after a change of its item. */
interface StrategyChange extends Pick<BeforeAndAfter, 'order' | 'before' | 'after'> {
  readonly strategy: SeenStrategy;
}

function parseStrategyChange({ order, atMs, before, after }: ItemChange): StrategyChange[] {
  // A strategy that is new to the catalog has no earlier snapshot to compare with. Therefore no alert is evaluated
  // for it.
  if (before === undefined || after === undefined) return [];
  const [was, strategy] = [parseSeenStrategy(before), parseSeenStrategy(after)];
  return [{ strategy, order, before: buildSnapshot(was, atMs), after: buildSnapshot(strategy, atMs) }];
}

interface AlertVerdict {
  readonly alert: Alert;
  readonly eventContent: EventContent | undefined;
  readonly state: AlertState;
}

/**
 * Returns whether an alert exists. If an alert that watches positions was deleted, some of its watch items may not
 * be removed yet. In this case, the function also removes its watch item for the strategy.
 */
async function alertExists(table: Table, { target, owner, id }: Alert, strategyId: string): Promise<boolean> {
  if (target !== 'positions' || (await getAlert(table, owner, id)) !== undefined) return true;
  await write(table, watchRemoval(strategyId, id));
  return false;
}

/**
 * Creates the accounts' events, then saves the alert states. If a call fails, it can be repeated. It then creates
 * no second event, because the same cause creates only one event.
 */
async function applyVerdicts(
  table: Table,
  change: StrategyChange,
  verdicts: readonly AlertVerdict[],
): Promise<void> {
  const strategyId = change.strategy.id;
  const now = new Date(change.after.atMs);
  const byOwner = Map.groupBy(verdicts, ({ alert }) => alert.owner);
  await forEachParallel(byOwner, ACCOUNT_CONCURRENCY, async ([owner, ownerVerdicts]) => {
    const eventContents: EventContent[] = [];
    for (const { alert, eventContent } of ownerVerdicts) {
      if (eventContent !== undefined && (await alertExists(table, alert, strategyId)))
        eventContents.push(eventContent);
    }
    await recordEvents(table, owner, eventContents, now);
    for (const { alert, state } of ownerVerdicts) await writeState(table, alert, strategyId, state);
  });
}

type History = Parameters<typeof buildObservation>[2];

/** Evaluates all alerts that may watch a strategy, after a change of the strategy. */
async function evaluateAlerts(
  table: Table,
  change: StrategyChange,
  alerts: readonly Alert[],
  history: () => Promise<History>,
): Promise<void> {
  const watchingAlerts = alerts.filter((alert) => !alert.paused && watchesStrategy(alert, change.strategy));
  const dailyHistory = watchingAlerts.some(({ kind }) => MOVE_KINDS.includes(kind))
    ? await history()
    : undefined;
  const byDays = new Map<number | null, BeforeAndAfter>();
  const observationOf = ({ days }: Alert) => {
    const observation = byDays.get(days) ?? buildObservation(change, days, dailyHistory);
    byDays.set(days, observation);
    return observation;
  };
  const alertsWithState = watchingAlerts.filter((alert) => needsState(alert, observationOf(alert)));
  if (alertsWithState.length === 0) return;
  const states = await readStates(table, alertsWithState, change.strategy.id);
  const verdicts = alertsWithState.flatMap((alert) => {
    const observation = observationOf(alert);
    const { fires, state } = evaluateAlert(alert, states.get(alert.id), observation);
    if (state === undefined) return [];
    return [
      {
        alert,
        state,
        eventContent: fires ? buildAlertEvent(alert, change.strategy, observation) : undefined,
      },
    ];
  });
  await applyVerdicts(table, change, verdicts);
}

async function readHistory(table: Table, { strategy, after }: StrategyChange): Promise<History> {
  const day = dayOf(after.asOfMs);
  const histories = await readHistories(table, [strategy.id], day - ALERT_DAYS_MAX, day - 1);
  return histories.get(strategy.id);
}

/**
 * Reads the alerts that watch a protocol, an asset or a chain. Within a batch of changes, the alerts of each name
 * are read only once.
 */
class SharedWatchers {
  readonly #table: Table;
  readonly #read = new Map<string, Promise<readonly Alert[]>>();

  constructor(table: Table) {
    this.#table = table;
  }

  of(watchName: string): Promise<readonly Alert[]> {
    const read = this.#read.get(watchName) ?? this.#readAll(watchName);
    this.#read.set(watchName, read);
    return read;
  }

  async #readAll(watchName: string): Promise<Alert[]> {
    const alerts: Alert[] = [];
    for await (const watchers of readWatchers(this.#table, watchName)) alerts.push(...watchers);
    return alerts;
  }
}

/**
 * Creates events for accounts whose alerts match a changed strategy. A strategy can be watched under several
 * names, such as its id or its chain. Each name costs one read, and more reads only if it has alerts. The
 * cost does not grow with the number of all strategies or accounts. Repeated or outdated changes create no
 * further events.
 */
export async function evaluateStrategies(table: Table, changes: readonly ItemChange[]): Promise<void> {
  const strategyChanges = changes.flatMap(parseStrategyChange);
  const watchedNameSet = await readWatched(
    table,
    strategyChanges.flatMap(({ strategy }) => watchedNames(strategy)),
  );
  const sharedWatchers = new SharedWatchers(table);
  const evaluateChange = async (change: StrategyChange) => {
    let read: Promise<History> | undefined;
    const history = () => {
      read ??= readHistory(table, change);
      return read;
    };
    for (const name of watchedNames(change.strategy).filter((each) => watchedNameSet.has(each))) {
      if (name !== change.strategy.id) {
        await evaluateAlerts(table, change, await sharedWatchers.of(name), history);
        continue;
      }
      for await (const alerts of readWatchers(table, name))
        await evaluateAlerts(table, change, alerts, history);
    }
  };
  const byStrategy = Map.groupBy(strategyChanges, ({ strategy }) => strategy.id);
  await forEachParallel(byStrategy.values(), STRATEGY_CONCURRENCY, async (changesOfStrategy) => {
    for (const change of changesOfStrategy) await evaluateChange(change);
  });
}
