import { endpoint } from '../../../shared/http/endpoint.ts';
import { withdrawRoute } from '../../../shared/investments/contract/movements/withdraw.ts';
import { withdrawAnywhere } from '../../../shared/investments/movements/settlement.ts';
import { ledgerPorts } from '../../../shared/investments/ports.ts';

export const handler = endpoint(withdrawRoute, ({ body }, context) =>
  withdrawAnywhere(ledgerPorts(context), body, { ...context, ownerId: context.principal.userId }),
);
