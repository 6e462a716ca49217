import { endpoint } from '../../../shared/http/endpoint.ts';
import { moveRoute } from '../../../shared/investments/contract/movements/move.ts';
import { moveAnywhere } from '../../../shared/investments/movements/move-settlement.ts';
import { ledgerPorts } from '../../../shared/investments/ports.ts';

export const handler = endpoint(moveRoute, ({ body }, context) =>
  moveAnywhere(ledgerPorts(context), body, { ...context, ownerId: context.principal.userId }),
);
