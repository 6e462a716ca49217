import { endpoint } from '../../../shared/http/endpoint.ts';
import { withdrawRoute } from '../../../shared/investments/contract/movements/withdraw.ts';
import { withdraw } from '../../../shared/investments/movements/movements.ts';
import { createMovementPorts } from '../../../shared/investments/ports.ts';

export const handler = endpoint(withdrawRoute, ({ body }, context) =>
  withdraw(createMovementPorts(context), body, {
    ...context,
    ownerId: context.principal.userId,
    plan: context.principal.plan,
  }),
);
