import { readHistories } from '../../market/stored-histories.ts';
import { dayOf } from '../../platform/domain/days.ts';
import type { ItemChange } from '../../platform/domain/item-change.ts';
import { forEachParallel } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { write } from '../../platform/dynamodb/write.ts';
import { ALERT_DAYS_MAX, MOVE_KINDS } from '../contract/alerts/alert-kinds.ts';
import { type Alert, watches, watchesOf } from '../domain/alert.ts';
import { type AlertState, asksForState, type BeforeAndAfter, judgeAlert } from '../domain/alert-judgement.ts';
import {
  alertHappening,
  observationOf,
  type SeenStrategy,
  seenStrategy,
  snapshotOf,
} from '../domain/alert-snapshot.ts';
import type { Happening } from '../domain/event.ts';
import { recordEvents } from '../events.ts';
import { readStates, writeState } from '../store/alert-states.ts';
import { readWatched, readWatchers, watchRemoval } from '../store/alert-watches.ts';
import { getAlert } from '../store/alerts.ts';

/** Strategies evaluated concurrently, and accounts notified concurrently for each. */
const STRATEGIES_AT_ONCE = 4;
const ACCOUNTS_AT_ONCE = 16;

/** A strategy before and after a change of its item. */
interface StrategyChange extends Pick<BeforeAndAfter, 'order' | 'before' | 'after'> {
  readonly strategy: SeenStrategy;
}

function strategyChange({ order, atMs, before, after }: ItemChange): StrategyChange[] {
  // One that is new to the catalog has come from nowhere: nothing of it was otherwise before.
  if (before === undefined || after === undefined) return [];
  const [was, strategy] = [seenStrategy(before), seenStrategy(after)];
  return [{ strategy, order, before: snapshotOf(was, atMs), after: snapshotOf(strategy, atMs) }];
}

interface Verdict {
  readonly alert: Alert;
  readonly happening: Happening | undefined;
  readonly state: AlertState;
}

/** An alert on what the account holds is looked for where it was made: it may be gone, and what finds it not yet. */
async function isStillThere(
  table: Table,
  { target, owner, id }: Alert,
  strategyId: string,
): Promise<boolean> {
  if (target !== 'positions' || (await getAlert(table, owner, id)) !== undefined) return true;
  await write(table, watchRemoval(strategyId, id));
  return false;
}

/**
 * Creates the events for the accounts and only then saves the alert states. A repeat after a failure creates no second
 * event.
 */
async function carryOut(table: Table, change: StrategyChange, verdicts: readonly Verdict[]): Promise<void> {
  const strategyId = change.strategy.id;
  const now = new Date(change.after.atMs);
  const byOwner = Map.groupBy(verdicts, ({ alert }) => alert.owner);
  await forEachParallel(byOwner, ACCOUNTS_AT_ONCE, async ([owner, ofOwner]) => {
    const happenings: Happening[] = [];
    for (const { alert, happening } of ofOwner) {
      if (happening !== undefined && (await isStillThere(table, alert, strategyId)))
        happenings.push(happening);
    }
    await recordEvents(table, owner, happenings, now);
    for (const { alert, state } of ofOwner) await writeState(table, alert, strategyId, state);
  });
}

type History = Parameters<typeof observationOf>[2];

/** Judges a change by some alerts that may watch its strategy. */
async function judgeBy(
  table: Table,
  change: StrategyChange,
  alerts: readonly Alert[],
  history: () => Promise<History>,
): Promise<void> {
  const watching = alerts.filter((alert) => !alert.paused && watches(alert, change.strategy));
  const known = watching.some(({ kind }) => MOVE_KINDS.includes(kind)) ? await history() : undefined;
  const byDays = new Map<number | null, BeforeAndAfter>();
  const observed = ({ days }: Alert) => {
    const observation = byDays.get(days) ?? observationOf(change, days, known);
    byDays.set(days, observation);
    return observation;
  };
  const asking = watching.filter((alert) => asksForState(alert, observed(alert)));
  if (asking.length === 0) return;
  const states = await readStates(table, asking, change.strategy.id);
  const verdicts = asking.flatMap((alert) => {
    const observation = observed(alert);
    const { fires, state } = judgeAlert(alert, states.get(alert.id), observation);
    if (state === undefined) return [];
    return [
      { alert, state, happening: fires ? alertHappening(alert, change.strategy, observation) : undefined },
    ];
  });
  await carryOut(table, change, verdicts);
}

async function historyOf(table: Table, { strategy, after }: StrategyChange): Promise<History> {
  const day = dayOf(after.asOfMs);
  const histories = await readHistories(table, [strategy.id], day - ALERT_DAYS_MAX, day - 1);
  return histories.get(strategy.id);
}

/** The alerts that watch what strategies have in common, read once for all of a batch. */
class SharedWatchers {
  readonly #table: Table;
  readonly #read = new Map<string, Promise<readonly Alert[]>>();

  constructor(table: Table) {
    this.#table = table;
  }

  of(watched: string): Promise<readonly Alert[]> {
    const read = this.#read.get(watched) ?? this.#readAll(watched);
    this.#read.set(watched, read);
    return read;
  }

  async #readAll(watched: string): Promise<Alert[]> {
    const alerts: Alert[] = [];
    for await (const some of readWatchers(this.#table, watched)) alerts.push(...some);
    return alerts;
  }
}

/**
 * Creates events for accounts whose alerts match a changed strategy. Costs one read for each thing by which a changed
 * strategy may be watched, and more only where alerts exist, so the cost grows with changes and their alerts, not with
 * all strategies or accounts. Repeated or outdated changes create no further events.
 */
export async function judgeStrategies(table: Table, changes: readonly ItemChange[]): Promise<void> {
  const seen = changes.flatMap(strategyChange);
  const watched = await readWatched(
    table,
    seen.flatMap(({ strategy }) => watchesOf(strategy)),
  );
  const shared = new SharedWatchers(table);
  const judgeOne = async (change: StrategyChange) => {
    let read: Promise<History> | undefined;
    const history = () => {
      read ??= historyOf(table, change);
      return read;
    };
    for (const name of watchesOf(change.strategy).filter((each) => watched.has(each))) {
      if (name !== change.strategy.id) {
        await judgeBy(table, change, await shared.of(name), history);
        continue;
      }
      for await (const alerts of readWatchers(table, name)) await judgeBy(table, change, alerts, history);
    }
  };
  const byStrategy = Map.groupBy(seen, ({ strategy }) => strategy.id);
  await forEachParallel(byStrategy.values(), STRATEGIES_AT_ONCE, async (ofOne) => {
    for (const change of ofOne) await judgeOne(change);
  });
}
