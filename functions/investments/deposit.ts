import { endpoint } from '../../shared/http/endpoint.ts';
import { depositRoute } from '../../shared/investments/contract/deposit.ts';
import { deposit } from '../../shared/investments/deposits.ts';
import { ledgerPorts } from '../../shared/investments/ports.ts';

export const handler = endpoint(depositRoute, ({ body }, context) =>
  deposit(ledgerPorts(context), body, { ...context, ownerId: context.principal.userId }),
);
