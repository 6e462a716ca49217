import * as z from 'zod/mini';
import {
  VAULT_TRANSACTION_FAILURES,
  VAULT_TRANSACTION_STATES,
} from '../../investments/contract/investment.ts';
import { entryCodec } from '../../investments/domain/encoding/codec.ts';
import { vaultPositionIdOf } from '../../investments/domain/ids/investment-id.ts';
import { splitOwnerId } from '../../investments/domain/ids/owner.ts';
import type { LedgerEntry } from '../../investments/domain/ledger-entry.ts';
import type { VaultTransactionState } from '../../investments/domain/onchain/states.ts';
import type { ItemChange } from '../../platform/domain/item-change.ts';
import { fromBaseUnits } from '../../platform/domain/units.ts';
import { CHANGEABLE_WEBHOOK_PARTS, type WebhookPart } from '../contract/webhooks/webhook-values.ts';
import type { EventContent } from './event.ts';

/** An event that will be created, and the account that gets it. */
export interface NewEvent {
  readonly account: string;
  readonly eventContent: EventContent;
}

const textSchema = z.nullable(z.string());
const auditEventSchema = z.object({
  id: z.string(),
  type: z.string(),
  at: z.string(),
  user_id: textSchema,
  subject: textSchema,
  actor: z.object({ kind: z.string(), id: textSchema }),
  details: z.object({
    from: z.optional(textSchema),
    to: z.optional(textSchema),
    url: z.optional(z.string()),
    changed: z.optional(z.string()),
  }),
});
type AuditEventFields = z.infer<typeof auditEventSchema>;

/** Parses the names of the changed parts of a webhook endpoint. The names are separated by spaces. */
function parseChangedWebhookParts(text: string): WebhookPart[] {
  const partNames = text.split(' ');
  return CHANGEABLE_WEBHOOK_PARTS.filter((part) => partNames.includes(part));
}

/** Returns the account's event for an audit event. Undefined if audit events of this type create no event. */
function buildContentFromAuditEvent({
  id,
  type,
  at,
  subject,
  actor,
  details,
}: AuditEventFields): EventContent | undefined {
  const cause = `audit ${id}`;
  const change = { before: details.from ?? null, after: details.to ?? null };
  const webhookEventData = { webhook_id: subject ?? '', url: details.url ?? '', by: actor.id };
  switch (type) {
    case 'session.created':
    case 'session.ended':
      return { type, cause, data: { session_id: subject } };
    case 'api_key.created':
    case 'api_key.updated':
    case 'api_key.rotated':
    case 'api_key.revoked':
    case 'api_key.leaked':
      return { type, cause, data: { api_key_id: subject ?? '' } };
    case 'user.plan_changed':
    case 'user.limits_changed':
    case 'user.role_changed':
      return { type, cause, data: change };
    case 'user.suspended':
    case 'user.reinstated':
      return { type, cause, data: { at } };
    case 'webhook.created':
      return { type, cause, data: webhookEventData };
    case 'webhook.updated':
      return {
        type,
        cause,
        data: { ...webhookEventData, changed: parseChangedWebhookParts(details.changed ?? '') },
      };
    case 'webhook.secret_rotated':
      return { type: 'webhook.updated', cause, data: { ...webhookEventData, changed: ['secret'] } };
    default:
      return undefined;
  }
}

export function createAuditEvents({ before, after }: ItemChange): NewEvent[] {
  if (before !== undefined || after === undefined) return [];
  const event = auditEventSchema.parse(after);
  const eventContent = buildContentFromAuditEvent(event);
  return event.user_id === null || eventContent === undefined
    ? []
    : [{ account: event.user_id, eventContent }];
}

function buildEntryEventData({ id, type, ownerId, position, holdingsChange }: LedgerEntry) {
  const amount = type === 'withdrawal' ? -holdingsChange.amount : holdingsChange.amount;
  return {
    transaction_id: id,
    transaction_type: type,
    settlement: 'sandbox' as const,
    investment_id: position.investmentId,
    strategy_id: position.strategyId,
    user_id: splitOwnerId(ownerId).userId,
    asset: position.asset,
    amount: fromBaseUnits(amount, position.decimals),
    transaction_hash: null,
  };
}

function buildEventOfEntry(entry: LedgerEntry): EventContent {
  const cause = `entry ${entry.ownerId} ${entry.sequence}`;
  const data = buildEntryEventData(entry);
  if (entry.type === 'adjustment')
    return { type: 'investment.adjusted', cause, data: { ...data, reason: entry.reason ?? null } };
  return { type: 'investment.confirmed', cause, data };
}

/** Returns the event for a new ledger entry, and no event for any other change. */
export function createEntryEvents({ before, after }: ItemChange): NewEvent[] {
  if (before !== undefined || after === undefined) return [];
  const entry = entryCodec.decode(after);
  return [{ account: splitOwnerId(entry.ownerId).account, eventContent: buildEventOfEntry(entry) }];
}

const vaultTransactionSchema = z.object({
  id: z.string(),
  version: z.int(),
  owner_id: z.string(),
  user_id: textSchema,
  type: z.enum(['deposit', 'withdrawal']),
  state: z.enum(VAULT_TRANSACTION_STATES),
  failure: z.nullable(z.enum(VAULT_TRANSACTION_FAILURES)),
  strategy_id: z.string(),
  chain: z.string(),
  vault: z.string(),
  wallet: z.string(),
  asset: z.string(),
  decimals: z.int(),
  assets: textSchema,
  included: z.nullable(z.object({ hash: z.string(), assets: z.string() })),
});
type VaultTransaction = z.infer<typeof vaultTransactionSchema>;

/** The event type for each vault transaction state that creates an event. All other states create no event. */
const EVENT_TYPE_BY_STATE = {
  pending: 'investment.pending',
  confirmed: 'investment.confirmed',
  failed: 'investment.failed',
  expired: 'investment.expired',
  cancelled: 'investment.cancelled',
  reversed: 'investment.reversed',
} as const satisfies Partial<Record<VaultTransactionState, EventContent['type']>>;

function buildEventOfVaultTransaction(vaultTransaction: VaultTransaction): EventContent | undefined {
  const { state, included } = vaultTransaction;
  if (state === 'submitted' || state === 'included') return undefined;
  const assets = included?.assets ?? vaultTransaction.assets;
  const data = {
    transaction_id: vaultTransaction.id,
    transaction_type: vaultTransaction.type,
    settlement: 'onchain' as const,
    investment_id: vaultPositionIdOf(vaultTransaction),
    strategy_id: vaultTransaction.strategy_id,
    user_id: vaultTransaction.user_id,
    asset: vaultTransaction.asset,
    amount: assets === null ? null : fromBaseUnits(BigInt(assets), vaultTransaction.decimals),
    transaction_hash: included?.hash ?? null,
  };
  const cause = `vault transaction ${vaultTransaction.id} ${vaultTransaction.version}`;
  if (state === 'failed')
    return { type: 'investment.failed', cause, data: { ...data, failure: vaultTransaction.failure } };
  return { type: EVENT_TYPE_BY_STATE[state], cause, data };
}

/** Returns the event for a vault transaction whose state has changed, if the new state creates an event. */
export function createVaultTransactionEvents({ before, after }: ItemChange): NewEvent[] {
  if (after === undefined || before?.state === after.state) return [];
  const vaultTransaction = vaultTransactionSchema.parse(after);
  const eventContent = buildEventOfVaultTransaction(vaultTransaction);
  return eventContent === undefined
    ? []
    : [{ account: splitOwnerId(vaultTransaction.owner_id).account, eventContent }];
}
