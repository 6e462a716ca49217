import { listCurrentPlans } from '../../../../../shared/access/credentials.ts';
import { gatewayControl } from '../../../../../shared/accounts/gateway/gateway-control.ts';
import { repairGatewayKeys } from '../../../../../shared/accounts/gateway/gateway-repair.ts';
import { type Command, CommandError, text } from '../../command.ts';

export const gatewayKeysRepair: Command = {
  name: 'gateway-keys repair',
  summary: "Compare API Gateway's keys with those that the accounts should have, and mend the difference",
  positionals: [],
  recorded: 'by_command',
  options: {
    api: {
      type: 'string',
      value: 'ID',
      summary: 'id of the REST API, where the table has served several',
      recorded: true,
    },
    control: { type: 'string', value: 'URL', summary: "control plane other than AWS's" },
  },
  notes: `The same as the job accounts.repair-gateway-keys, which runs every hour and tells the table of its API's plans.
Callers notice nothing: an account whose key is not in one of those plans uses the shared key.`,
  async run(session) {
    const { table, now } = session;
    const endpoint = text(session.values, 'control');
    if (session.environment === 'test' && endpoint === undefined) {
      throw new CommandError(
        'This asks API Gateway, which a local server has none of: --stack NAME, or --control URL for another control plane.',
      );
    }
    const known = await listCurrentPlans(table);
    const api = text(session.values, 'api');
    const chosen = known.filter(({ apiId }) => api === undefined || apiId === api);
    const [deployed] = chosen;
    if (deployed === undefined || chosen.length > 1) {
      const ids = known.map(({ apiId }) => apiId).join(', ') || 'none yet';
      throw new CommandError(`Say which API with --api ID; known to this table: ${ids}`);
    }
    const region = await table.client.config.region();
    const control = gatewayControl({ region, endpoint });
    session.print(await repairGatewayKeys({ table, control }, deployed, now));
  },
};
