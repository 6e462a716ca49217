/**
 * Permissions of credentials. A session has all scopes of its user's role. An API key has the scopes that its
 * creator chose.
 */
export const SCOPES = [
  'strategies:read',
  'market:read',
  'investments:read',
  'investments:write',
  'wallet:read',
  'wallet:write',
  'account:read',
  'account:write',
  'admin',
] as const;

/** Scopes of a new API key if its creator chooses none. */
export const READ_SCOPES = [
  'strategies:read',
  'market:read',
  'investments:read',
  'wallet:read',
  'account:read',
] as const satisfies readonly Scope[];

export type Scope = (typeof SCOPES)[number];
export type Role = 'user' | 'admin';

export const ROLES = ['user', 'admin'] as const satisfies readonly Role[];

export const ROLE_SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
  user: SCOPES.filter((scope) => scope !== 'admin'),
  admin: SCOPES,
};
