import type { CredentialItem } from '../../access/credentials.ts';
import { type CredentialRequestCounts, lastUseTimeOf } from '../../access/usage.ts';
import type { IssuedCredential } from '../credentials.ts';
import type { ApiKeyEntry } from '../store/api-key-entries.ts';

export const isoFromMicros = (epochMicros: number) => new Date(Math.floor(epochMicros / 1_000)).toISOString();

export function keyStatusOf(item: CredentialItem, entry: Pick<ApiKeyEntry, 'replaced_by'>, now: Date) {
  if (item.expires_micros !== undefined && item.expires_micros <= now.getTime() * 1_000) return 'expired';
  return entry.replaced_by === undefined ? 'active' : 'replaced';
}

/** Returns a key in the form that its owner sees, without the secret. `use` is absent if the key was never used. */
export function apiKeyView(
  item: CredentialItem,
  entry: Pick<ApiKeyEntry, 'replaced_by'>,
  now: Date,
  use?: CredentialRequestCounts,
) {
  return {
    id: item.id,
    name: item.name ?? '',
    hint: item.hint,
    scopes: item.scopes,
    status: keyStatusOf(item, entry, now),
    created_at: item.created_at,
    expires_at: item.expires_micros === undefined ? null : isoFromMicros(item.expires_micros),
    last_used_at: lastUseTimeOf(use, item.created_at),
    requests_used: use?.admitted ?? 0,
    replaced_by: entry.replaced_by ?? null,
    allowed_ips: item.allowed_ips ?? null,
  };
}

/** Returns the response for a new API key. It contains the complete key, which no later response contains. */
export function newKeyView({ item, text }: IssuedCredential, now: Date) {
  return { ...apiKeyView(item, {}, now), key: text };
}

export type NewKeyView = ReturnType<typeof newKeyView>;
export type RotatedKeyView = NewKeyView & {
  readonly previous: { readonly id: string; readonly expires_at: string };
};
