import { expect, test } from 'vitest';
import { REWRITE_THRESHOLDS } from '../../shared/ingest/domain/materiality.ts';
import { ATTEMPTS_DURATION_MAX_MS } from '../../shared/investments/settlement/record-in-ledger.ts';
import { ALERT_DEFAULTS } from '../../shared/notifications/contract/alerts/alert-kinds.ts';
import { read } from './texts.ts';

const textOf = (file: string) => read(file).replace(/\s+/g, ' ');

test('docs/limits.md states how long the service retries a deposit', () => {
  expect(textOf('docs/limits.md')).toContain(
    `is retried for up to ${ATTEMPTS_DURATION_MAX_MS / 1_000} seconds`,
  );
});

test('docs/events.md states the default values of the alert settings that the code uses', () => {
  const text = textOf('docs/events.md');
  expect(text).toContain(`\`by\`, \`days\` (${ALERT_DEFAULTS.days})`);
  expect(text).toContain(`\`hysteresis\` (${ALERT_DEFAULTS.hysteresis} points or percent`);
  expect(text).toContain(`\`cooldown_minutes\` (${ALERT_DEFAULTS.cooldownMinutes})`);
});

test('docs/events.md states which changes of the APY, TVL or risk score are large enough to be stored', () => {
  const { apyFraction, apyPoints, tvlFraction, scorePoints } = REWRITE_THRESHOLDS;
  const text = textOf('docs/events.md');
  expect(text).toContain(`APY must have moved by more than ${100 * apyFraction}% and ${apyPoints} points`);
  expect(text).toContain(
    `TVL by more than ${100 * tvlFraction}%, or the risk score by more than ${scorePoints}`,
  );
});
