import { type Throttle, TokenBucket } from './token-bucket.ts';

type QuotaPeriod = 'DAY' | 'WEEK' | 'MONTH';

export interface Quota {
  limit: number;
  /** Number of requests that are subtracted from the limit in the first quota period. */
  offset: number;
  period: QuotaPeriod;
}

export interface UsagePlan {
  id: string;
  throttle?: Throttle;
  quota?: Quota;
  /** Throttles of single methods, by `/path/METHOD`. */
  methodThrottles: ReadonlyMap<string, Throttle>;
}

export interface GatewayKey {
  id: string;
  name: string;
  value: string;
  enabled: boolean;
}

export type UsageDecision = 'admitted' | 'invalid_key' | 'throttled' | 'quota_exceeded';

interface KeyUsage {
  plan: UsagePlan;
  bucket: TokenBucket | undefined;
  methodBuckets: Map<string, TokenBucket>;
  period: string;
  used: number;
}

/** Returns the start of the quota's calendar period (UTC), as a date or month. Weeks begin on Sunday. */
function formatQuotaPeriodStart(period: QuotaPeriod, nowMs: number): string {
  const date = new Date(nowMs);
  if (period === 'WEEK') date.setUTCDate(date.getUTCDate() - date.getUTCDay());
  return date.toISOString().slice(0, period === 'MONTH' ? 7 : 10);
}

/** The API keys and usage plans of one stage, with the usage of each key. */
export class UsagePlans {
  readonly #plans = new Map<string, UsagePlan>();
  readonly #keys = new Map<string, GatewayKey>();
  readonly #planOfKey = new Map<string, string>();
  readonly #usage = new Map<string, KeyUsage>();

  addPlan(plan: UsagePlan): void {
    this.#plans.set(plan.id, plan);
  }

  plan(planId: string): UsagePlan | undefined {
    return this.#plans.get(planId);
  }

  addKey(key: GatewayKey): void {
    this.#keys.set(key.value, key);
  }

  keyById(keyId: string): GatewayKey | undefined {
    return this.keys().find((key) => key.id === keyId);
  }

  keys(): GatewayKey[] {
    return [...this.#keys.values()];
  }

  /** Assigns a key to a usage plan instead of its previous plan, and resets the key's usage. */
  assign(keyId: string, planId: string): void {
    this.#planOfKey.set(keyId, planId);
    this.#usage.delete(keyId);
  }

  planOfKey(keyId: string): string | undefined {
    return this.#planOfKey.get(keyId);
  }

  unassign(keyId: string): void {
    this.#planOfKey.delete(keyId);
    this.#usage.delete(keyId);
  }

  removeKey(keyId: string): void {
    const key = this.keyById(keyId);
    if (key !== undefined) this.#keys.delete(key.value);
    this.unassign(keyId);
  }

  keyByValue(value: string): GatewayKey | undefined {
    return this.#keys.get(value);
  }

  /** Counts one request of a key against its plan's throttles and quota, and returns the decision. */
  admit(value: string | undefined, methodPath: string, nowMs: number): UsageDecision {
    const key = value === undefined ? undefined : this.#keys.get(value);
    if (key === undefined || !key.enabled) return 'invalid_key';
    const keyUsage = this.#usageOf(key.id, nowMs);
    if (keyUsage === undefined) return 'invalid_key';
    const { plan } = keyUsage;
    const methodBucket = this.#methodBucket(keyUsage, methodPath, nowMs);
    if (methodBucket !== undefined && !methodBucket.take(nowMs)) return 'throttled';
    if (keyUsage.bucket !== undefined && !keyUsage.bucket.take(nowMs)) return 'throttled';
    return plan.quota === undefined || this.#countQuota(keyUsage, plan.quota, nowMs)
      ? 'admitted'
      : 'quota_exceeded';
  }

  #usageOf(keyId: string, nowMs: number): KeyUsage | undefined {
    const existingUsage = this.#usage.get(keyId);
    if (existingUsage !== undefined) return existingUsage;
    const plan = this.#plans.get(this.#planOfKey.get(keyId) ?? '');
    if (plan === undefined) return undefined;
    const bucket = plan.throttle === undefined ? undefined : new TokenBucket(plan.throttle, nowMs);
    const keyUsage: KeyUsage = {
      plan,
      bucket,
      methodBuckets: new Map(),
      period: '',
      used: plan.quota?.offset ?? 0,
    };
    this.#usage.set(keyId, keyUsage);
    return keyUsage;
  }

  #methodBucket(keyUsage: KeyUsage, methodPath: string, nowMs: number): TokenBucket | undefined {
    const throttle = keyUsage.plan.methodThrottles.get(methodPath);
    if (throttle === undefined) return undefined;
    const bucket = keyUsage.methodBuckets.get(methodPath) ?? new TokenBucket(throttle, nowMs);
    keyUsage.methodBuckets.set(methodPath, bucket);
    return bucket;
  }

  #countQuota(keyUsage: KeyUsage, quota: Quota, nowMs: number): boolean {
    const quotaPeriodStart = formatQuotaPeriodStart(quota.period, nowMs);
    if (keyUsage.period !== '' && keyUsage.period !== quotaPeriodStart) keyUsage.used = 0;
    keyUsage.period = quotaPeriodStart;
    if (keyUsage.used >= quota.limit) return false;
    keyUsage.used += 1;
    return true;
  }
}
