import { investments } from '../../shared/contract/investments.ts';
import { endpoint } from '../../shared/middleware/endpoint.ts';
import { ledgerPorts } from '../../shared/services/ledger-ports.ts';
import { withdraw } from '../../shared/services/withdrawals.ts';

export const handler = endpoint(investments.withdraw, ({ body }, context) =>
  withdraw(ledgerPorts(context), body, { ...context, ownerId: context.principal.userId }),
);
