/** What a credential may do. A session carries its user's own set; a key has the scopes that it was made with. */
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

/** What a new key may do unless more is asked for. */
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

/** The scopes that a role may hold at most: everything but `admin` for a user. */
export const ROLE_SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
  user: SCOPES.filter((scope) => scope !== 'admin'),
  admin: SCOPES,
};
