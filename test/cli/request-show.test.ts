import { CloudFormationClient, DescribeStackResourceCommand } from '@aws-sdk/client-cloudformation';
import {
  CloudWatchLogsClient,
  GetQueryResultsCommand,
  StartQueryCommand,
} from '@aws-sdk/client-cloudwatch-logs';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { COMMANDS } from '../../infra/cli/admin/registry.ts';
import { EXIT_CODES, runAdmin } from '../../infra/cli/admin/run.ts';

const cloudFormation = mockClient(CloudFormationClient);
const logs = mockClient(CloudWatchLogsClient);
// Restore the mocked client classes, because later test files in the same worker use them too.
afterAll(() => {
  cloudFormation.restore();
  logs.restore();
});
beforeEach(() => {
  cloudFormation.reset();
  logs.reset();
  cloudFormation.on(DescribeStackResourceCommand).resolves({
    StackResourceDetail: {
      PhysicalResourceId: 'access-log',
      LogicalResourceId: 'ApiAccessLog',
      ResourceType: 'AWS::Logs::LogGroup',
      LastUpdatedTimestamp: undefined,
      ResourceStatus: 'CREATE_COMPLETE',
    },
  });
  logs.on(StartQueryCommand).resolves({ queryId: 'q' });
});

async function show(words: string) {
  const said: string[] = [];
  const code = await runAdmin(COMMANDS, `request show ${words} --region eu-west-1`.split(' '), {
    environment: {},
    now: new Date('2026-01-08T00:00:00Z'),
    out: (line) => said.push(line),
    err: (line) => said.push(line),
    ask: async () => undefined,
  });
  return { code, said: said.join('\n') };
}

test('the command "request show" prints the access log line with the given request id', async () => {
  const message = JSON.stringify({ request_id: 'r-1', route: '/v1/strategies', status: '500' });
  logs.on(GetQueryResultsCommand).resolves({
    status: 'Complete',
    results: [
      [
        { field: '@message', value: message },
        { field: '@ptr', value: 'x' },
      ],
    ],
  });
  const { code, said } = await show('r-1 --stack YieldApi --json');
  expect([code, JSON.parse(said)]).toEqual([EXIT_CODES.done, JSON.parse(message)]);
  await show('r-1 --stack YieldApi --days 1');
  const startedQueries = logs.commandCalls(StartQueryCommand).map(({ args }) => args[0].input);
  const endTime = Date.parse('2026-01-08T00:00:00Z') / 1_000;
  expect(startedQueries).toEqual([
    expect.objectContaining({ logGroupName: 'access-log', startTime: endTime - 7 * 86_400, endTime }),
    expect.objectContaining({ startTime: endTime - 86_400 }),
  ]);
  expect(startedQueries[0]?.queryString).toContain('request_id = "r-1"');
});

test('the command "request show" waits until the log query has ended before it reports a missing request', async () => {
  logs
    .on(GetQueryResultsCommand)
    .resolvesOnce({ status: 'Running' })
    .resolves({ status: 'Complete', results: [] });
  const { code, said } = await show('r-1 --stack YieldApi');
  expect([code, said]).toEqual([
    EXIT_CODES.failed,
    expect.stringContaining('The access log has no request r-1 in the last 7 days'),
  ]);
});

test.each([
  ['r"1 --stack YieldApi', EXIT_CODES.misused],
  ['r-1', EXIT_CODES.misused],
  ['r-1 --stack YieldApi --days 0', EXIT_CODES.misused],
])(
  'the command "request show" rejects the arguments %s before it calls CloudWatch',
  async (words, expected) => {
    expect((await show(words)).code).toBe(expected);
    expect(logs.calls()).toEqual([]);
  },
);
