import { endpoint } from '../../../shared/http/endpoint.ts';
import { moveRoute } from '../../../shared/investments/contract/transactions/move.ts';
import { createTransactionDependencies } from '../../../shared/investments/dependencies.ts';
import { move } from '../../../shared/investments/settlement/settle-transaction.ts';

export const handler = endpoint(moveRoute, ({ body }, context) =>
  move(createTransactionDependencies(context), body, {
    ...context,
    ownerId: context.principal.userId,
    plan: context.principal.plan,
  }),
);
