import { DAY_MS } from '../../platform/domain/days.ts';
import type { Observation } from './normalize.ts';

export const PUBLICATION_RULES = {
  minTvlUsd: 10_000,
  maxAgeMs: 7 * DAY_MS,
  minApyPercent: -99,
  maxApyPercent: 1_000,
} as const;

type UnpublishedReason = 'no_apy' | 'absurd_apy' | 'low_tvl' | 'stale';

/** An observation with a known APY. */
export type PublishableObservation = Observation & { readonly apy: number };

export type PublicationResult =
  | { readonly ok: true; readonly observation: PublishableObservation }
  | { readonly ok: false; readonly reason: UnpublishedReason };

export function applyPublicationRules(observation: Observation, nowMs: number): PublicationResult {
  const rules = PUBLICATION_RULES;
  const { apy } = observation;
  if (nowMs - observation.observedAtMs > rules.maxAgeMs) return { ok: false, reason: 'stale' };
  if (apy === null) return { ok: false, reason: 'no_apy' };
  if (isAbsurdApy(apy)) return { ok: false, reason: 'absurd_apy' };
  if (observation.tvlUsd < rules.minTvlUsd) return { ok: false, reason: 'low_tvl' };
  return { ok: true, observation: { ...observation, apy } };
}

export function isAbsurdApy(apy: number): boolean {
  return !(apy >= PUBLICATION_RULES.minApyPercent && apy <= PUBLICATION_RULES.maxApyPercent);
}
