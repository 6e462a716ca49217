import { endpoint } from '../../shared/http/endpoint.ts';
import { withdrawRoute } from '../../shared/investments/contract/withdraw.ts';
import { ledgerPorts } from '../../shared/investments/ports.ts';
import { withdraw } from '../../shared/investments/withdrawals.ts';

export const handler = endpoint(withdrawRoute, ({ body }, context) =>
  withdraw(ledgerPorts(context), body, { ...context, ownerId: context.principal.userId }),
);
