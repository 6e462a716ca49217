import { setTimeout as wait } from 'node:timers/promises';
import {
  CloudWatchLogsClient,
  GetQueryResultsCommand,
  type ResultField,
  StartQueryCommand,
} from '@aws-sdk/client-cloudwatch-logs';
import { UsageError } from '../../../usage-error.ts';
import {
  type AwsCommand,
  CommandError,
  parseWholeNumber,
  readPositionalArgument,
  readTextOption,
} from '../../command.ts';
import { findPhysicalId } from '../../stack-resource.ts';

const ACCESS_LOG_LOGICAL_ID = 'ApiAccessLog';
const DAYS = { default: 7, max: 365 };
const DAY_SECONDS = 86_400;
const POLL_INTERVAL_MS = 500;
const MAX_POLLS = 240;
/** Prefix of fields that CloudWatch Logs adds to each line. */
const CLOUDWATCH_FIELD_PREFIX = '@';

/** Queries CloudWatch Logs for the access log entries of a request. Polls for at most two minutes. */
async function findLogLines(
  client: CloudWatchLogsClient,
  query: { logGroupName: string; startTime: number; endTime: number; queryString: string },
) {
  const { queryId } = await client.send(new StartQueryCommand(query));
  for (let poll = 0; poll < MAX_POLLS; poll += 1) {
    const { status, results = [] } = await client.send(new GetQueryResultsCommand({ queryId }));
    if (status === 'Complete') return results.map(parseLogLine);
    if (status !== 'Running' && status !== 'Scheduled') {
      throw new CommandError(
        `CloudWatch Logs ended the query with the status ${status}. Run the command again.`,
      );
    }
    await wait(POLL_INTERVAL_MS);
  }
  throw new CommandError(
    'CloudWatch Logs did not finish the query within 2 minutes. Search fewer days with --days.',
  );
}

function parseLogLine(fields: readonly ResultField[]) {
  const message = fields.find(({ field }) => field === `${CLOUDWATCH_FIELD_PREFIX}message`)?.value ?? '{}';
  const parsed: unknown = JSON.parse(message);
  return typeof parsed === 'object' && parsed !== null ? parsed : {};
}

export const requestShowCommand: AwsCommand = {
  name: 'request show',
  worksOn: 'aws',
  summary: 'Find a request in the access log by its X-Request-Id, and show its entry',
  positionals: ['ID'],
  recorded: 'never',
  options: {
    stack: {
      type: 'string',
      value: 'NAME',
      summary: 'name of the deployed stack that answered the request',
      required: true,
    },
    days: { type: 'string', value: 'N', summary: `number of past days to search (default: ${DAYS.default})` },
  },
  notes: `In the output, "principal" is the account that sent the request, and its key or session. "source_ip" is the address of the caller,
or of CloudFront if the stage has a custom domain. AWS charges for the log data that a search reads, so a search of fewer days
costs less.`,
  async run(commandContext) {
    const { values, region, now } = commandContext;
    const id = readPositionalArgument(commandContext, 0);
    if (!/^[\w-]{1,128}$/.test(id))
      throw new UsageError(
        `${id} is not a request id. Give the value of the X-Request-Id header of a response`,
      );
    const days = parseWholeNumber(values, 'days', { min: 1, max: DAYS.max }) ?? DAYS.default;
    const logGroupName = await findPhysicalId(
      readTextOption(values, 'stack') ?? '',
      ACCESS_LOG_LOGICAL_ID,
      region,
    );
    const client = new CloudWatchLogsClient({ region });
    try {
      const endTime = Math.ceil(now.getTime() / 1_000);
      const lines = await findLogLines(client, {
        logGroupName,
        startTime: endTime - days * DAY_SECONDS,
        endTime,
        queryString: `fields @message | filter request_id = "${id}" | limit 10`,
      });
      const [logLine] = lines;
      if (logLine === undefined) {
        throw new CommandError(
          `The access log has no request ${id} in the last ${days} days. A request appears in the log after about a minute.`,
        );
      }
      commandContext.print(logLine);
    } finally {
      client.destroy();
    }
  },
};
