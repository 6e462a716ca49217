import { listCurrentPlans } from '../../../../../shared/access/credentials.ts';
import type { GatewayPlans } from '../../../../../shared/access/gateway.ts';
import { gatewayControl } from '../../../../../shared/accounts/gateway/gateway-control.ts';
import { repairGatewayKeys } from '../../../../../shared/accounts/gateway/gateway-repair.ts';
import { type Command, CommandError, type Session, text } from '../../command.ts';
import { gatewayPlansOf } from '../../stack/gateway-plans.ts';

/** The gateway plans of the given stack, or else those of the API that is stored in the table. */
async function plansFor({ table, values }: Session): Promise<GatewayPlans> {
  const [api, stack] = [text(values, 'api'), text(values, 'stack')];
  if (stack !== undefined && api === undefined) {
    return gatewayPlansOf(stack, await table.client.config.region());
  }
  const known = await listCurrentPlans(table);
  const chosen = known.filter(({ apiId }) => api === undefined || apiId === api);
  const [deployed] = chosen;
  if (deployed !== undefined && chosen.length === 1) return deployed;
  const ids = known.map(({ apiId }) => apiId).join(', ') || 'none';
  throw new CommandError(
    `The table has served several APIs or none. Choose one with --api ID. APIs known to the table: ${ids}.`,
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
      summary: 'id of the API in API Gateway; required without --stack if the table has served several APIs',
      recorded: true,
    },
    control: {
      type: 'string',
      value: 'URL',
      summary: 'address of another API Gateway control plane than that of AWS',
    },
  },
  notes: `The scheduled job accounts.repair-gateway-keys does the same every hour. The command also stores the usage plans of the API in the table.
The API keeps working during the command: an account without a gateway key in one of these plans uses the shared gateway key.`,
  async run(session) {
    const { table, now } = session;
    const endpoint = text(session.values, 'control');
    if (session.environment === 'test' && endpoint === undefined) {
      throw new CommandError(
        'A local server has no API Gateway. Give --stack NAME, or --control URL for another control plane.',
      );
    }
    const deployed = await plansFor(session);
    const region = await table.client.config.region();
    const control = gatewayControl({ region, endpoint });
    session.print(await repairGatewayKeys({ table, control }, deployed, now));
  },
};
