/**
 * The permissions of credentials. A session has all scopes of its user's role; an API key has the scopes with
 * which it was created.
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

/** The default scopes of a new API key. */
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

/** All scopes that a role may have: everything except `admin` for users. */
export const ROLE_SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
  user: SCOPES.filter((scope) => scope !== 'admin'),
  admin: SCOPES,
};
