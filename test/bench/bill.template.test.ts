import { expect, test } from 'vitest';
import { JOBS } from '../../shared/service/jobs.ts';
import { makeTemplate } from '../infra/support/stack.ts';
import { bill, type Measured } from './support/bill.ts';
import { readTemplate, STAGE_SETTINGS } from './support/stage-template.ts';

const template = JSON.stringify(makeTemplate({ jobs: JOBS, context: STAGE_SETTINGS }).toJSON());

const units = { read: 1, write: 1 };
const measured: Measured = {
  classes: {
    'a page of the catalog or the market': units,
    "a page of an account's own": units,
    'a deposit or withdrawal': units,
    'a connection of a wallet': units,
  },
  hour: units,
  transactionBytes: 1_000,
};
const billOf = (text: string) =>
  bill(100e6, 1_000, {
    measured,
    bytes: { line: 300, answer: 2_000 },
    stage: readTemplate(JSON.parse(text)),
  });
const before = billOf(template);

/** Each case changes one part of the template and names the part of the bill that must rise. */
test.each([
  [
    'caches authorizations for a shorter time',
    /"authorizerResultTtlInSeconds":\d+/g,
    '"authorizerResultTtlInSeconds":1',
    'Lambda',
  ],
  [
    'caches authorizations for a shorter time',
    /"authorizerResultTtlInSeconds":\d+/g,
    '"authorizerResultTtlInSeconds":1',
    'DynamoDB, all else',
  ],
  ['gives functions more memory', /"MemorySize":\d+/g, '"MemorySize":10240', 'Lambda'],
  ['runs functions on x86', /"Architectures":\["arm64"\]/g, '"Architectures":["x86_64"]', 'Lambda'],
  ['runs jobs more often', /"rate\(\d+ hours?\)"/g, '"rate(1 minute)"', 'Lambda'],
  ['lets Lambda log each run', /"SystemLogLevel":"\w+"/g, '"SystemLogLevel":"INFO"', 'CloudWatch Logs'],
  ['logs more about each request', /"Format":"\{/g, '"Format":"{$context.requestId', 'CloudWatch Logs'],
  ['keeps logs for longer', /"RetentionInDays":\d+/g, '"RetentionInDays":3653', 'CloudWatch Logs'],
  [
    'has more alarms',
    /"(\w+)":(\{"Type":"AWS::CloudWatch::Alarm")/g,
    '"$1":$2},"$1Copy":$2',
    'Alarms, metrics, dashboard',
  ],
  ['has more rules in the web ACL', /"Rules":\[\{"Action"/g, '"Rules":[{},{"Action"', 'WAF'],
] as const)(
  'the estimated monthly bill of a stage increases when the stage %s',
  (_, found, changed, part) => {
    const other = template.replaceAll(found, changed);
    expect(other).not.toBe(template);
    expect(billOf(other)[part]).toBeGreaterThan(before[part]);
  },
);
