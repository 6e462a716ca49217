import * as z from 'zod';
import { chainReport, chainSlug } from '../chain/contract.ts';
import { ID_PREFIXES } from '../platform/contract/ids.ts';
import { assetParam, booleanParam, enumParam, pageParams, textParam } from '../platform/contract/query.ts';
import { defineRoute } from '../platform/contract/route.ts';

/** `removed` is final; a wallet may then be connected anew, under a new id. */
export const CONNECTION_STATUSES = ['active', 'removal_requested', 'suspended', 'removed'] as const;
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

/** The wallet software through which connections are made: the segment of the three paths. */
export const WALLET_PROVIDERS = ['walletprovider'] as const;

/** The longest free text that goes with a change, in characters. */
export const NOTE_MAX = 500;
const USER_ID_RULE = 'must be 1 to 128 printable characters without spaces';

const timestamp = z.iso.datetime().meta({ description: 'ISO 8601, UTC.' });

/** A user of the caller's: any name that the caller has for them. Control, space and unassigned characters are out. */
export const endUserId = z
  .string()
  .regex(/^[^\p{C}\p{Z}]{1,128}$/u, USER_ID_RULE)
  .meta({ description: "User identifier in the caller's own namespace.", maxLength: 128 });

/** The form alone; whether a mixed-case address keeps EIP-55 is checked by the service. */
export const addressInput = z
  .string()
  .regex(/^0x[0-9A-Fa-f]{40}$/, 'must be 0x followed by 40 hexadecimal digits')
  .meta({ description: 'Ethereum address; the EIP-55 checksum is checked when the case is mixed.' });

const addressOutput = z.string().meta({ description: 'Address in EIP-55 form.' });

/** Free text that a person wrote; line breaks are allowed. */
export const note = z
  .string()
  .trim()
  .min(1, `must be 1 to ${NOTE_MAX} characters`)
  .max(NOTE_MAX, `must be 1 to ${NOTE_MAX} characters`)
  .refine((text) => !/[^\P{C}\n\r\t]/u.test(text), 'must not contain control characters');

/** A wallet connection as its owner sees it. */
export const walletConnection = z.strictObject({
  id: z.string().startsWith(ID_PREFIXES.walletConnection),
  provider: z.enum(WALLET_PROVIDERS),
  walletAddress: addressOutput,
  userId: z.string(),
  status: z.enum(CONNECTION_STATUSES),
  removalRequest: z
    .strictObject({
      id: z.string().startsWith(ID_PREFIXES.removalRequest),
      reason: z.string().nullable(),
      requestedAt: timestamp,
    })
    .nullable()
    .meta({ description: 'The latest request to remove the connection; null when there never was one.' }),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type WalletConnection = z.infer<typeof walletConnection>;

/** The filters of every list of connections. */
export const connectionFilters = {
  userId: endUserId.optional(),
  status: enumParam(CONNECTION_STATUSES)
    .optional()
    .meta({ description: 'Keep only connections in this state.' }),
} as const;

export const connectionIdParam = textParam(128).meta({ description: 'Id of the wallet connection.' });

/** One token's balance of a wallet on one chain. */
const balance = z.strictObject({
  chain: z.string(),
  asset: z.string(),
  token_address: addressOutput.nullable().meta({ description: "null: the chain's native currency." }),
  decimals: z.int().min(0),
  amount: z.string().meta({ description: 'Exact decimal string in units of the asset.' }),
  amount_base_units: z.string().meta({ description: "Exact whole number in the token's base unit." }),
  price_usd: z.number().nullable(),
  value_usd: z.number().nullable().meta({ description: 'null where there is no price.' }),
});

const walletBalances = z.strictObject({
  connection_id: z.string(),
  user_id: z.string(),
  wallet_address: addressOutput,
  total_usd: z.number().meta({ description: 'Sum of the balances that have a price.' }),
  complete: z.boolean().meta({
    description: 'Whether every asked chain and token answered and every balance has a price.',
  }),
  balances: z.array(balance),
});
export type WalletBalances = z.infer<typeof walletBalances>;

/** What the two lists of the caller's connections share. */
const connectionList = {
  access: 'wallet:read',
  table: 'read',
  query: z.strictObject({ ...connectionFilters, ...pageParams }),
  response: z.array(walletConnection),
  status: 200,
  paginated: true,
  errors: [],
} as const;

export const wallet = {
  connections: defineRoute({
    id: 'wallets.connections',
    method: 'GET',
    path: '/wallet/connections',
    summary: 'List wallet connections',
    description: "All of the caller's wallet connections, whatever the provider, newest first.",
    ...connectionList,
  }),
  balances: defineRoute({
    id: 'wallets.balances',
    method: 'GET',
    path: '/wallet/balances',
    summary: 'Read balances of connected wallets',
    description:
      "Native and ERC-20 balances of the caller's active connections, read from the chains and valued in USD. " +
      'A chain that does not answer is named in meta.chains and leaves the rest in place.',
    access: 'wallet:read',
    table: 'read',
    query: z.strictObject({
      chain: textParam(64)
        .transform(chainSlug)
        .optional()
        .meta({ description: 'Read this chain only, in any letter case.' }),
      asset: assetParam.optional().meta({ description: 'Read this asset only.' }),
      wallet_address: addressInput
        .optional()
        .meta({ description: 'Read this wallet only: at most one element, empty unless it is connected.' }),
      user_id: endUserId.optional().meta({ description: "Read the wallets of this user of the caller's." }),
      include_zero: booleanParam.optional().meta({ description: 'Also list balances of 0 (default false).' }),
      ...pageParams,
    }),
    response: z.array(walletBalances),
    meta: {
      chains: z.array(chainReport),
      prices_as_of: timestamp.nullable(),
    },
    status: 200,
    paginated: true,
    errors: ['invalid_chain'],
    fieldErrors: { 'query.chain': 'invalid_chain' },
    lambda: { settings: ['CHAIN_SETTINGS'] },
  }),
} as const;

export const walletprovider = {
  create: defineRoute({
    id: 'wallets.create',
    method: 'POST',
    path: '/api/walletprovider',
    summary: 'Create wallet connection',
    description: 'Stores a new wallet connection for a user.',
    access: 'wallet:write',
    table: 'write',
    query: z.strictObject({}),
    body: z.strictObject({ walletAddress: addressInput, userId: endUserId }),
    response: walletConnection,
    status: 201,
    paginated: false,
    idempotent: true,
    errors: ['wallet_already_connected', 'idempotency_key_reused'],
    example: {
      body: { walletAddress: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', userId: 'user-1' },
    },
  }),
  list: defineRoute({
    id: 'wallets.list',
    method: 'GET',
    path: '/api/walletprovider',
    summary: "List this provider's connections",
    description: "The caller's connections that were made through this provider, newest first.",
    ...connectionList,
  }),
  removalRequest: defineRoute({
    id: 'wallets.removal-request',
    method: 'POST',
    path: '/api/walletprovider/removal-request',
    summary: 'Request the removal of a connection',
    description: 'Asks for an active connection to be removed. An administrator decides.',
    access: 'wallet:write',
    table: 'write',
    query: z.strictObject({}),
    body: z.strictObject({
      connectionId: connectionIdParam,
      reason: note.optional().meta({ description: 'Why, for the administrator who decides.' }),
    }),
    response: walletConnection,
    status: 201,
    paginated: false,
    idempotent: true,
    errors: ['wallet_connection_not_found', 'invalid_transition', 'idempotency_key_reused'],
    example: { body: { connectionId: 'wc_0000000000000000', reason: 'The wallet was lost.' } },
  }),
} as const;
