import { endpoint } from '../../shared/http/endpoint.ts';
import { investments } from '../../shared/investments/contract.ts';
import { deposit } from '../../shared/investments/deposits.ts';
import { ledgerPorts } from '../../shared/investments/ports.ts';

export const handler = endpoint(investments.deposit, ({ body }, context) =>
  deposit(ledgerPorts(context), body, { ...context, ownerId: context.principal.userId }),
);
