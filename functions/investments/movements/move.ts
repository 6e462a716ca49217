import { endpoint } from '../../../shared/http/endpoint.ts';
import { moveRoute } from '../../../shared/investments/contract/movements/move.ts';
import { move } from '../../../shared/investments/movements/movements.ts';
import { createMovementPorts } from '../../../shared/investments/ports.ts';

export const handler = endpoint(moveRoute, ({ body }, context) =>
  move(createMovementPorts(context), body, {
    ...context,
    ownerId: context.principal.userId,
    plan: context.principal.plan,
  }),
);
