import { endpoint } from '../../../shared/http/endpoint.ts';
import { depositRoute } from '../../../shared/investments/contract/transactions/deposit.ts';
import { createTransactionDependencies } from '../../../shared/investments/dependencies.ts';
import { deposit } from '../../../shared/investments/settlement/settle-transaction.ts';

export const handler = endpoint(depositRoute, ({ body }, context) =>
  deposit(createTransactionDependencies(context), body, {
    ...context,
    ownerId: context.principal.userId,
    plan: context.principal.plan,
  }),
);
