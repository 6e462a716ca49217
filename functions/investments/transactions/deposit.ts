import { endpoint } from '../../../shared/http/endpoint.ts';
import { depositRoute } from '../../../shared/investments/contract/transactions/deposit.ts';
import { createTransactionPorts } from '../../../shared/investments/ports.ts';
import { deposit } from '../../../shared/investments/settlement/settle-transaction.ts';

export const handler = endpoint(depositRoute, ({ body }, context) =>
  deposit(createTransactionPorts(context), body, {
    ...context,
    ownerId: context.principal.userId,
    plan: context.principal.plan,
  }),
);
