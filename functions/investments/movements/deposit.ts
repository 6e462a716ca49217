import { endpoint } from '../../../shared/http/endpoint.ts';
import { depositRoute } from '../../../shared/investments/contract/movements/deposit.ts';
import { depositAnywhere } from '../../../shared/investments/movements/settlement.ts';
import { ledgerPorts } from '../../../shared/investments/ports.ts';

export const handler = endpoint(depositRoute, ({ body }, context) =>
  depositAnywhere(ledgerPorts(context), body, {
    ...context,
    ownerId: context.principal.userId,
    plan: context.principal.plan,
  }),
);
