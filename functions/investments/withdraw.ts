import { endpoint } from '../../shared/http/endpoint.ts';
import { investments } from '../../shared/investments/contract.ts';
import { ledgerPorts } from '../../shared/investments/ports.ts';
import { withdraw } from '../../shared/investments/withdrawals.ts';

export const handler = endpoint(investments.withdraw, ({ body }, context) =>
  withdraw(ledgerPorts(context), body, { ...context, ownerId: context.principal.userId }),
);
