import { endpoint } from '../../../shared/http/endpoint.ts';
import { depositRoute } from '../../../shared/investments/contract/movements/deposit.ts';
import { deposit } from '../../../shared/investments/movements/movements.ts';
import { createMovementPorts } from '../../../shared/investments/ports.ts';

export const handler = endpoint(depositRoute, ({ body }, context) =>
  deposit(createMovementPorts(context), body, {
    ...context,
    ownerId: context.principal.userId,
    plan: context.principal.plan,
  }),
);
