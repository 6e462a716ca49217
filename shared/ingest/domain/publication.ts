import { DAY_MS } from '../../platform/domain/days.ts';
import type { Observation } from './normalize.ts';

/** What is not published: pools that are too small or too old, and an APY that cannot be earned for a year. */
export const PUBLICATION_RULES = {
  minTvlUsd: 10_000,
  maxAgeMs: 7 * DAY_MS,
  minApyPercent: -99,
  maxApyPercent: 1_000,
} as const;

type UnpublishedReason = 'no_apy' | 'absurd_apy' | 'low_tvl' | 'stale';

/** An observation whose APY is known. */
export type PublishableObservation = Observation & { readonly apy: number };

export type Publication =
  | { readonly ok: true; readonly observation: PublishableObservation }
  | { readonly ok: false; readonly reason: UnpublishedReason };

/** Applies the publication rules at the moment `nowMs`. */
export function publication(observation: Observation, nowMs: number): Publication {
  const rules = PUBLICATION_RULES;
  const { apy } = observation;
  if (nowMs - observation.observedAtMs > rules.maxAgeMs) return { ok: false, reason: 'stale' };
  if (apy === null) return { ok: false, reason: 'no_apy' };
  if (isAbsurdApy(apy)) return { ok: false, reason: 'absurd_apy' };
  if (observation.tvlUsd < rules.minTvlUsd) return { ok: false, reason: 'low_tvl' };
  return { ok: true, observation: { ...observation, apy } };
}

/** Whether an APY in percent is outside the range that is published. */
export function isAbsurdApy(apy: number): boolean {
  return !(apy >= PUBLICATION_RULES.minApyPercent && apy <= PUBLICATION_RULES.maxApyPercent);
}
