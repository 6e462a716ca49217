import { endpoint } from '../../shared/http/endpoint.ts';
import type { AppliedQuery } from '../../shared/platform/contract/route.ts';
import { compareRoute } from '../../shared/strategies/contract/compare.ts';
import { compareStrategies } from '../../shared/strategies/strategies.ts';

type Query = AppliedQuery<typeof compareRoute, 'ids'>;

export const handler = endpoint(compareRoute, ({ query }: { readonly query: Query }, context) =>
  compareStrategies(query.ids, context),
);
