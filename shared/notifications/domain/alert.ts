import * as z from 'zod/mini';
import type { RequestIssue } from '../../platform/contract/errors.ts';
import {
  ALERT_DEFAULTS,
  ALERT_KINDS,
  ALERT_TARGETS,
  type AlertKind,
  CHANGE_ALERT_KINDS,
  DEPOSIT_ALERT_KINDS,
  LEVEL_ALERT_KINDS,
} from '../contract/alerts/alert-kinds.ts';

const nullableTextSchema = z.nullable(z.string());
const nullableNumberSchema = z.nullable(z.number());

/** A stored alert. One copy is in the account's list, and one under each watched subject, such as a strategy. */
export const alertItemSchema = z.object({
  id: z.string(),
  owner: z.string(),
  name: nullableTextSchema,
  kind: z.enum(ALERT_KINDS),
  target: z.enum(ALERT_TARGETS),
  strategy_id: nullableTextSchema,
  filter: z.nullable(
    z.object({
      chain: nullableTextSchema,
      asset: nullableTextSchema,
      protocol: nullableTextSchema,
      strategy_type: nullableTextSchema,
      stablecoin: z.nullable(z.boolean()),
    }),
  ),
  level: nullableNumberSchema,
  by: nullableNumberSchema,
  days: nullableNumberSchema,
  hysteresis: nullableNumberSchema,
  cooldown_minutes: z.int(),
  paused: z.boolean(),
  /** Starts at 1 and increases with each change. */
  version: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type Alert = z.infer<typeof alertItemSchema>;

type AlertFilter = NonNullable<Alert['filter']>;

export interface AlertRequest {
  readonly kind: AlertKind;
  readonly target: Alert['target'];
  readonly strategy_id?: string | undefined;
  readonly filter?: { readonly [K in keyof AlertFilter]?: AlertFilter[K] | undefined } | undefined;
  readonly name?: string | null | undefined;
  readonly level?: number | undefined;
  readonly by?: number | undefined;
  readonly days?: number | undefined;
  readonly hysteresis?: number | undefined;
  readonly cooldown_minutes?: number | undefined;
  readonly paused?: boolean | undefined;
}
export type AlertChange = Omit<AlertRequest, 'kind' | 'target' | 'strategy_id' | 'filter'>;

type Rule = readonly [field: string, isNeeded: boolean, isAllowed: boolean];

function findFieldPresenceIssues(request: AlertRequest): RequestIssue[] {
  const { kind, target } = request;
  const [isLevelAlert, isChangeAlert] = [LEVEL_ALERT_KINDS.includes(kind), CHANGE_ALERT_KINDS.includes(kind)];
  const rules: Rule[] = [
    ['strategy_id', target === 'strategy', target === 'strategy'],
    ['filter', target === 'filter', target === 'filter'],
    ['level', isLevelAlert, isLevelAlert],
    ['by', isChangeAlert, isChangeAlert],
    ['days', false, isChangeAlert],
    ['hysteresis', false, isLevelAlert || isChangeAlert],
  ];
  const givenFieldNames = new Set(
    Object.entries(request).flatMap(([name, value]) => (value === undefined ? [] : [name])),
  );
  return rules.flatMap(([name, isRequired, isAllowed]) => {
    if (isRequired && !givenFieldNames.has(name))
      return [{ path: `body.${name}`, message: `is required when kind is ${kind} and target is ${target}` }];
    if (!isAllowed && givenFieldNames.has(name))
      return [
        { path: `body.${name}`, message: `is not allowed when kind is ${kind} and target is ${target}` },
      ];
    return [];
  });
}

/** Returns the violations of rules that involve more than one field of an alert request. */
export function findAlertIssues(request: AlertRequest): RequestIssue[] {
  const issues = findFieldPresenceIssues(request);
  if (issues.length > 0) return issues;
  const { filter, kind, by, hysteresis } = request;
  const hasStrategyFilter = [filter?.chain, filter?.asset, filter?.protocol].some(
    (each) => typeof each === 'string',
  );
  if (filter !== undefined && !hasStrategyFilter) {
    return [{ path: 'body.filter', message: 'must name at least one of: chain, asset, protocol' }];
  }
  if (kind === 'tvl_fell' && by !== undefined && by > 100) {
    return [{ path: 'body.by', message: 'must be at most 100, because it is a percentage' }];
  }
  // With a hysteresis of at least `by`, the alert could never fire again.
  if (by !== undefined && hysteresis !== undefined && hysteresis >= by) {
    return [{ path: 'body.hysteresis', message: 'must be less than the value of the field "by"' }];
  }
  return [];
}

function chooseDefaultHysteresis({ by }: AlertRequest): number {
  return by === undefined ? ALERT_DEFAULTS.hysteresis : Math.min(ALERT_DEFAULTS.hysteresis, by / 2);
}

export function buildAlert(request: AlertRequest, id: string, owner: string, now: Date): Alert {
  const { kind, filter } = request;
  const isChangeAlert = CHANGE_ALERT_KINDS.includes(kind);
  const hasNumericCondition = isChangeAlert || LEVEL_ALERT_KINDS.includes(kind);
  const at = now.toISOString();
  return {
    id,
    owner,
    name: request.name ?? null,
    kind,
    target: request.target,
    strategy_id: request.strategy_id ?? null,
    filter:
      filter === undefined
        ? null
        : {
            chain: filter.chain ?? null,
            asset: filter.asset ?? null,
            protocol: filter.protocol ?? null,
            strategy_type: filter.strategy_type ?? null,
            stablecoin: filter.stablecoin ?? null,
          },
    level: request.level ?? null,
    by: request.by ?? null,
    days: isChangeAlert ? (request.days ?? ALERT_DEFAULTS.days) : null,
    hysteresis: hasNumericCondition ? (request.hysteresis ?? chooseDefaultHysteresis(request)) : null,
    cooldown_minutes: request.cooldown_minutes ?? ALERT_DEFAULTS.cooldownMinutes,
    paused: request.paused ?? false,
    version: 1,
    created_at: at,
    updated_at: at,
  };
}

const nullToUndefined = <T>(value: T | null): T | undefined => value ?? undefined;

export function applyAlertChange(alertBefore: Alert, change: AlertChange): AlertRequest {
  return {
    kind: alertBefore.kind,
    target: alertBefore.target,
    strategy_id: nullToUndefined(alertBefore.strategy_id),
    filter: nullToUndefined(alertBefore.filter),
    name: change.name === undefined ? alertBefore.name : change.name,
    level: change.level ?? nullToUndefined(alertBefore.level),
    by: change.by ?? nullToUndefined(alertBefore.by),
    days: change.days ?? nullToUndefined(alertBefore.days),
    hysteresis: change.hysteresis ?? nullToUndefined(alertBefore.hysteresis),
    cooldown_minutes: change.cooldown_minutes ?? alertBefore.cooldown_minutes,
    paused: change.paused ?? alertBefore.paused,
  };
}

/**
 * Returns the subject under which the alert is also stored: a strategy id, or a property such as `asset=USDC`.
 * Undefined for alerts that watch positions or deposits.
 */
export function watchedSubjectOf({ kind, target, strategy_id, filter }: Alert): string | undefined {
  if (DEPOSIT_ALERT_KINDS.includes(kind)) return undefined;
  if (target === 'strategy') return strategy_id ?? undefined;
  if (filter === null) return undefined;
  const { protocol, asset, chain } = filter;
  // An alert with several filter properties is stored under the property that usually matches the fewest strategies.
  if (protocol !== null) return `protocol=${protocol}`;
  return asset === null ? `chain=${chain}` : `asset=${asset}`;
}

export interface WatchedStrategy {
  readonly id: string;
  readonly chain: string;
  readonly asset: string;
  readonly protocol: string;
  readonly strategy_type: string;
  readonly stablecoin: boolean | null;
}

/** Returns the subjects under which an alert for this strategy can be stored: its id, protocol, asset and chain. */
export function subjectsOfStrategy({ id, chain, asset, protocol }: WatchedStrategy): string[] {
  return [id, `protocol=${protocol}`, `asset=${asset}`, `chain=${chain}`];
}

export function matchesFilter({ filter }: Alert, strategy: WatchedStrategy): boolean {
  if (filter === null) return true;
  return (
    (filter.chain ?? strategy.chain) === strategy.chain &&
    (filter.asset ?? strategy.asset) === strategy.asset &&
    (filter.protocol ?? strategy.protocol) === strategy.protocol &&
    (filter.strategy_type ?? strategy.strategy_type) === strategy.strategy_type &&
    (filter.stablecoin ?? strategy.stablecoin) === strategy.stablecoin
  );
}
