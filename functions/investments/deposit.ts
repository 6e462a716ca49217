import { investments } from '../../shared/contract/investments.ts';
import { endpoint } from '../../shared/middleware/endpoint.ts';
import { deposit } from '../../shared/services/deposits.ts';
import { ledgerPorts } from '../../shared/services/ledger-ports.ts';

export const handler = endpoint(investments.deposit, ({ body }, context) =>
  deposit(ledgerPorts(context), body, { ...context, ownerId: context.principal.userId }),
);
