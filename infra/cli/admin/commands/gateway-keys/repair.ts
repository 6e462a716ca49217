import { listCurrentPlans } from '../../../../../shared/access/credentials.ts';
import type { GatewayPlans } from '../../../../../shared/access/gateway.ts';
import { gatewayControl } from '../../../../../shared/accounts/gateway/gateway-control.ts';
import { repairGatewayKeys } from '../../../../../shared/accounts/gateway/gateway-repair.ts';
import { type Command, CommandError, type Session, text } from '../../command.ts';
import { readGatewayPlans } from '../../stack/gateway-plans.ts';

/** Returns the API and usage plans of the stack in --stack, or of the API that the table names. */
async function findGatewayPlans({ table, values }: Session): Promise<GatewayPlans> {
  const [api, stack] = [text(values, 'api'), text(values, 'stack')];
  if (stack !== undefined && api === undefined) {
    return readGatewayPlans(stack, await table.client.config.region());
  }
  const known = await listCurrentPlans(table);
  const chosen = known.filter(({ apiId }) => api === undefined || apiId === api);
  const [deployed] = chosen;
  if (deployed !== undefined && chosen.length === 1) return deployed;
  const ids = known.map(({ apiId }) => apiId).join(', ');
  throw new CommandError(
    known.length === 0
      ? 'The table names no API, because no deployed stack has used it yet. Give --stack NAME.'
      : `--api ID must be one of the APIs that have used this table: ${ids}.`,
  );
}

export const gatewayKeysRepair: Command = {
  name: 'gateway-keys repair',
  summary: 'Compare the keys in API Gateway with the accounts, and correct the differences',
  positionals: [],
  recorded: 'by_command',
  options: {
    api: {
      type: 'string',
      value: 'ID',
      summary:
        'id of the API in API Gateway; required if several APIs have used the table and --stack is not given',
      recorded: true,
    },
    control: {
      type: 'string',
      value: 'URL',
      summary: 'address of an emulator of the API Gateway management API (default: AWS)',
    },
  },
  notes: `The service creates an API Gateway key (gateway key) for each account, so that API Gateway applies the limits of its plan.
The scheduled job accounts.repair-gateway-keys makes the same comparison every hour. Requests are served during the command:
until an account has its own gateway key, API Gateway counts its requests with a key that all such accounts share.
The command also stores the ids of the API and its usage plans in the table.`,
  async run(session) {
    const { table, now } = session;
    const endpoint = text(session.values, 'control');
    if (session.environment === 'test' && endpoint === undefined) {
      throw new CommandError(
        'A local server has no API Gateway. Give --stack NAME, or --control URL for an emulator of it.',
      );
    }
    const deployed = await findGatewayPlans(session);
    const region = await table.client.config.region();
    const control = gatewayControl({ region, endpoint });
    session.print(await repairGatewayKeys({ table, control }, deployed, now));
  },
};
