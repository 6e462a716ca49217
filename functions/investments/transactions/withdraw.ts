import { endpoint } from '../../../shared/http/endpoint.ts';
import { withdrawRoute } from '../../../shared/investments/contract/transactions/withdraw.ts';
import { createTransactionDependencies } from '../../../shared/investments/dependencies.ts';
import { withdraw } from '../../../shared/investments/settlement/settle-transaction.ts';

export const handler = endpoint(withdrawRoute, ({ body }, context) =>
  withdraw(createTransactionDependencies(context), body, {
    ...context,
    ownerId: context.principal.userId,
    plan: context.principal.plan,
  }),
);
