import { readHistories } from '../../market/stored-histories.ts';
import { dayOf } from '../../platform/domain/days.ts';
import type { ItemChange } from '../../platform/domain/item-change.ts';
import { forEachParallel } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { write } from '../../platform/dynamodb/write.ts';
import { ALERT_DAYS_MAX, CHANGE_ALERT_KINDS } from '../contract/alerts/alert-kinds.ts';
import { type Alert, matchesFilter, subjectsOfStrategy } from '../domain/alert.ts';
import {
  type AlertState,
  evaluateAlert,
  needsAlertState,
  type StrategyObservation,
} from '../domain/alert-conditions.ts';
import {
  buildAlertEvent,
  buildObservation,
  buildStrategySnapshot,
  parseStrategyFields,
  type StrategyFields,
} from '../domain/alert-snapshot.ts';
import type { EventContent } from '../domain/event.ts';
import { recordEvents } from '../events.ts';
import { readAlertStates, writeAlertState } from '../store/alert-states.ts';
import { getAlert } from '../store/alerts.ts';
import {
  buildAlertBySubjectDeletion,
  findSubjectsWithAlerts,
  readAlertsOnSubject,
} from '../store/alerts-by-subject.ts';

const STRATEGY_CONCURRENCY = 4;
const ACCOUNT_CONCURRENCY = 16;

/** A strategy before and after a change of its item. */
interface StrategyChange extends Pick<StrategyObservation, 'order' | 'before' | 'after'> {
  readonly strategy: StrategyFields;
}

function parseStrategyChange({ order, atMs, before, after }: ItemChange): StrategyChange[] {
  // A strategy that is new to the catalog has no earlier snapshot to compare with.
  if (before === undefined || after === undefined) return [];
  const [previousStrategy, strategy] = [parseStrategyFields(before), parseStrategyFields(after)];
  return [
    {
      strategy,
      order,
      before: buildStrategySnapshot(previousStrategy, atMs),
      after: buildStrategySnapshot(strategy, atMs),
    },
  ];
}

interface AlertResult {
  readonly alert: Alert;
  readonly eventContent: EventContent | undefined;
  readonly state: AlertState;
}

/**
 * Returns whether an alert still exists. If an alert on positions was deleted, also deletes its item for the strategy.
 */
async function alertExists(table: Table, { target, owner, id }: Alert, strategyId: string): Promise<boolean> {
  if (target !== 'positions' || (await getAlert(table, owner, id)) !== undefined) return true;
  await write(table, buildAlertBySubjectDeletion(strategyId, id));
  return false;
}

/**
 * Creates the events of alerts that fire, then saves the alert states. A failed call can be repeated, because the
 * same cause creates only one event.
 */
async function storeAlertResults(
  table: Table,
  change: StrategyChange,
  alertResults: readonly AlertResult[],
): Promise<void> {
  const strategyId = change.strategy.id;
  const now = new Date(change.after.atMs);
  const resultsByOwner = Map.groupBy(alertResults, ({ alert }) => alert.owner);
  await forEachParallel(resultsByOwner, ACCOUNT_CONCURRENCY, async ([owner, resultsOfOwner]) => {
    const eventContents: EventContent[] = [];
    for (const { alert, eventContent } of resultsOfOwner) {
      if (eventContent !== undefined && (await alertExists(table, alert, strategyId)))
        eventContents.push(eventContent);
    }
    await recordEvents(table, owner, eventContents, now);
    for (const { alert, state } of resultsOfOwner) await writeAlertState(table, alert, strategyId, state);
  });
}

type StrategyHistory = Parameters<typeof buildObservation>[2];

async function evaluateAlerts(
  table: Table,
  change: StrategyChange,
  alerts: readonly Alert[],
  readHistory: () => Promise<StrategyHistory>,
): Promise<void> {
  const applicableAlerts = alerts.filter((alert) => !alert.paused && matchesFilter(alert, change.strategy));
  const dailyHistory = applicableAlerts.some(({ kind }) => CHANGE_ALERT_KINDS.includes(kind))
    ? await readHistory()
    : undefined;
  const observationByDays = new Map<number | null, StrategyObservation>();
  const observationOf = ({ days }: Alert) => {
    const strategyObservation = observationByDays.get(days) ?? buildObservation(change, days, dailyHistory);
    observationByDays.set(days, strategyObservation);
    return strategyObservation;
  };
  const alertsToEvaluate = applicableAlerts.filter((alert) => needsAlertState(alert, observationOf(alert)));
  if (alertsToEvaluate.length === 0) return;
  const alertStateById = await readAlertStates(table, alertsToEvaluate, change.strategy.id);
  const alertResults = alertsToEvaluate.flatMap((alert) => {
    const strategyObservation = observationOf(alert);
    const { fires, state } = evaluateAlert(alert, alertStateById.get(alert.id), strategyObservation);
    if (state === undefined) return [];
    return [
      {
        alert,
        state,
        eventContent: fires ? buildAlertEvent(alert, change.strategy, strategyObservation) : undefined,
      },
    ];
  });
  await storeAlertResults(table, change, alertResults);
}

async function readStrategyHistory(
  table: Table,
  { strategy, after }: StrategyChange,
): Promise<StrategyHistory> {
  const day = dayOf(after.asOfMs);
  const histories = await readHistories(table, [strategy.id], day - ALERT_DAYS_MAX, day - 1);
  return histories.get(strategy.id);
}

/** Reads the alerts that watch a protocol, an asset or a chain, once per batch of changes. */
class AlertsOnSubjectCache {
  readonly #table: Table;
  readonly #read = new Map<string, Promise<readonly Alert[]>>();

  constructor(table: Table) {
    this.#table = table;
  }

  of(watchedSubject: string): Promise<readonly Alert[]> {
    const read = this.#read.get(watchedSubject) ?? this.#readAll(watchedSubject);
    this.#read.set(watchedSubject, read);
    return read;
  }

  async #readAll(watchedSubject: string): Promise<Alert[]> {
    const alerts: Alert[] = [];
    for await (const pageOfAlerts of readAlertsOnSubject(this.#table, watchedSubject))
      alerts.push(...pageOfAlerts);
    return alerts;
  }
}

/**
 * Creates events for accounts whose alerts match a changed strategy. Repeated or outdated changes create no further
 * events.
 */
export async function evaluateStrategyAlerts(table: Table, changes: readonly ItemChange[]): Promise<void> {
  const strategyChanges = changes.flatMap(parseStrategyChange);
  const subjectsWithAlerts = await findSubjectsWithAlerts(
    table,
    strategyChanges.flatMap(({ strategy }) => subjectsOfStrategy(strategy)),
  );
  const alertsOnSubjectCache = new AlertsOnSubjectCache(table);
  const evaluateChange = async (change: StrategyChange) => {
    let read: Promise<StrategyHistory> | undefined;
    const readHistory = () => {
      read ??= readStrategyHistory(table, change);
      return read;
    };
    for (const strategySubject of subjectsOfStrategy(change.strategy).filter((each) =>
      subjectsWithAlerts.has(each),
    )) {
      if (strategySubject !== change.strategy.id) {
        await evaluateAlerts(table, change, await alertsOnSubjectCache.of(strategySubject), readHistory);
        continue;
      }
      for await (const alerts of readAlertsOnSubject(table, strategySubject))
        await evaluateAlerts(table, change, alerts, readHistory);
    }
  };
  const changesByStrategy = Map.groupBy(strategyChanges, ({ strategy }) => strategy.id);
  await forEachParallel(changesByStrategy.values(), STRATEGY_CONCURRENCY, async (changesOfStrategy) => {
    for (const change of changesOfStrategy) await evaluateChange(change);
  });
}
