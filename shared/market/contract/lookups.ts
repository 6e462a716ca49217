import * as z from 'zod';
import { enumParam, pageParams, textParam } from '../../platform/contract/query.ts';
import { defineRoute } from '../../platform/contract/route.ts';
import { asOf, SORT_ORDERS } from '../../strategies/contract.ts';

export const LOOKUP_SORTS = ['tvl', 'strategies', 'key'] as const;

const counts = {
  strategies: z.int().min(0).meta({ description: 'Listed strategies.' }),
  tvl: z.number().meta({ description: 'Their TVL, USD.' }),
};

export const chainRow = z.strictObject({
  key: z.string().meta({ description: 'What the chain filter takes.' }),
  name: z.string(),
  chain_id: z.int().nullable().meta({ description: 'EIP-155 id. Null for chains of other kinds.' }),
  ...counts,
});
export type ChainRow = z.infer<typeof chainRow>;

export const assetRow = z.strictObject({
  key: z.string().meta({ description: 'What the underlying filter takes.' }),
  family: z
    .string()
    .nullable()
    .meta({ description: 'What the family filter takes. Null for an asset of none.' }),
  ...counts,
  single: z.int().min(0).meta({ description: 'Of them, those that hold nothing else.' }),
});
export type AssetRow = z.infer<typeof assetRow>;

export const protocolRow = z.strictObject({
  key: z.string().meta({ description: 'What the protocol filter takes.' }),
  name: z.string(),
  url: z.string().nullable().meta({ description: 'Its site. Null where none is known.' }),
  chains: z.array(z.string()),
  ...counts,
});
export type ProtocolRow = z.infer<typeof protocolRow>;

const query = z.strictObject({
  search: textParam(64)
    .optional()
    .meta({ description: 'Keep what contains the text in its key or name, in any letter case.' }),
  sort: enumParam(LOOKUP_SORTS).default('tvl').meta({ description: 'The field to sort by.' }),
  order: enumParam(SORT_ORDERS)
    .optional()
    .meta({ description: 'Direction of the sort: desc by default, asc for sort=key.' }),
  ...pageParams,
});

const shared = {
  method: 'GET',
  access: 'market:read',
  table: 'read',
  query,
  meta: asOf,
  status: 200,
  paginated: true,
  errors: [],
  lambda: { memoryMb: 1024 },
} as const;

/** What there is to filter by, with counts. */
export const marketLookups = {
  chains: defineRoute({
    ...shared,
    id: 'market.chains',
    path: '/market/chains',
    summary: 'Chains that have strategies',
    response: z.array(chainRow),
  }),
  assets: defineRoute({
    ...shared,
    id: 'market.assets',
    path: '/market/assets',
    summary: 'Assets that strategies hold',
    description: 'A pool of several assets counts for each, with an equal part of its TVL.',
    response: z.array(assetRow),
  }),
  protocols: defineRoute({
    ...shared,
    id: 'market.protocols',
    path: '/market/protocols',
    summary: 'Protocols that have strategies',
    response: z.array(protocolRow),
  }),
} as const;
