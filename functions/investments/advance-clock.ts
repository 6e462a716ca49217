import { endpoint } from '../../shared/http/endpoint.ts';
import { advanceClock } from '../../shared/investments/advance-clock.ts';
import { advanceClockRoute } from '../../shared/investments/contract/advance-clock.ts';
import { buildRequestCause } from '../../shared/platform/audit/cause.ts';
import { config } from '../../shared/platform/config.ts';
import { defaultTable } from '../../shared/platform/dynamodb/client.ts';

export const handler = endpoint(advanceClockRoute, ({ body }, context) =>
  advanceClock(defaultTable(), {
    sandbox: config.STAGE_KIND === 'test',
    advanceMs: body.advance,
    cause: buildRequestCause(context),
    now: context.now,
  }),
);
