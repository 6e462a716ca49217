/** What a credential may do. A session carries its user's own set; a key carries what its maker chose. */
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

export type Scope = (typeof SCOPES)[number];
export type Role = 'user' | 'admin';

export const ROLES = ['user', 'admin'] as const satisfies readonly Role[];

/** The scopes that a role may hold at most: everything but `admin` for a user. */
export const ROLE_SCOPES: Readonly<Record<Role, readonly Scope[]>> = {
  user: SCOPES.filter((scope) => scope !== 'admin'),
  admin: SCOPES,
};
