import * as z from 'zod/mini';
import { ID_PREFIXES } from '../../platform/contract/ids.ts';
import { registerSchemaNames, timestamp, withDescription } from '../../platform/contract/responses.ts';
import { ROLES } from '../../platform/contract/scopes.ts';
import { CONNECTION_STATUSES, WALLET_PROVIDERS } from './connection.ts';

const addressOutputSchema = withDescription(z.string(), 'Address in EIP-55 form.');

export const walletConnection = z.strictObject({
  id: z.string().check(z.startsWith(ID_PREFIXES.walletConnection)),
  provider: z.enum(WALLET_PROVIDERS),
  walletAddress: addressOutputSchema,
  userId: z.string(),
  status: z.enum(CONNECTION_STATUSES),
  removalRequest: withDescription(
    z.nullable(
      z.strictObject({
        id: z.string().check(z.startsWith(ID_PREFIXES.removalRequest)),
        reason: z.nullable(z.string()),
        requestedAt: timestamp,
      }),
    ),
    'The latest request to remove the connection; null when there never was one.',
  ),
  provenAt: withDescription(
    z.nullable(timestamp),
    'When a signed message last proved control of the wallet; null if it never did.',
  ),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type WalletConnection = z.infer<typeof walletConnection>;

export const administeredConnection = z.extend(walletConnection, {
  account: withDescription(z.string(), 'Id of the account that created the connection.'),
  note: withDescription(z.nullable(z.string()), "The latest administrator's note."),
  changes: withDescription(z.int().check(z.minimum(1)), 'Number of entries in the history.'),
});

export const connectionChange = z.strictObject({
  number: z.int().check(z.minimum(1)),
  at: timestamp,
  actorId: withDescription(
    z.nullable(z.string()),
    'User id of who made the change; null once that user has been erased.',
  ),
  actorRole: z.enum(ROLES),
  credentialId: withDescription(
    z.nullable(z.string()),
    'Id of the key or session that made the change; null once its user has been erased.',
  ),
  requestId: z.string(),
  from: withDescription(z.nullable(z.enum(CONNECTION_STATUSES)), 'null: the connection was created.'),
  to: z.enum(CONNECTION_STATUSES),
  note: withDescription(z.nullable(z.string()), 'Reason of the account or note of the administrator.'),
});

const balance = z.strictObject({
  chain: z.string(),
  asset: z.string(),
  token_address: withDescription(z.nullable(addressOutputSchema), "null: the chain's native currency."),
  decimals: z.int().check(z.minimum(0)),
  amount: withDescription(z.string(), 'Exact decimal string in units of the asset.'),
  amount_base_units: withDescription(z.string(), "Exact whole number in the token's base unit."),
  price_usd: z.nullable(z.number()),
  value_usd: withDescription(z.nullable(z.number()), 'null without a price.'),
});

export const walletBalances = z.strictObject({
  connection_id: z.string(),
  user_id: z.string(),
  wallet_address: addressOutputSchema,
  total_usd: withDescription(z.number(), 'Sum of the balances that have a price.'),
  complete: withDescription(
    z.boolean(),
    'Whether every requested chain and token responded and every balance has a price.',
  ),
  balances: z.array(balance),
});
export type WalletBalances = z.infer<typeof walletBalances>;

registerSchemaNames({
  WalletConnection: [walletConnection, 'A wallet connection, for its account.'],
  AdministeredConnection: [administeredConnection, 'A wallet connection, for administrators.'],
  ConnectionChange: [connectionChange, 'One entry in the history of a connection.'],
  Balance: [balance, "One token's balance of a wallet on one chain."],
  WalletBalances: [walletBalances, 'Balances of a connected wallet.'],
});
