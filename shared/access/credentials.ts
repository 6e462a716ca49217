/** Other capabilities use these exports to work with stored credentials and accounts. */

export {
  changeCredentials,
  changeOfCredential,
  changeOneCredential,
  ensureCacheVersionsIncreased,
} from './credential-changes.ts';
export { accountOf, limitsOf } from './domain/account.ts';
export { increaseCacheVersion, storeChangedAccount } from './store/account-changes.ts';
export { accountEndWrite } from './store/account-end.ts';
export { accountOfItem, getAccount as readAccount } from './store/account-holders.ts';
export {
  activeCredentialCheck,
  changeCredentialWrite,
  endCredentialWrite,
  KEEP_REVOKED_SECONDS,
  microsToSeconds,
  putCredentialWrite,
  type ReadCredential,
  revokeCredentialWrite,
} from './store/credential-writes.ts';
export {
  type CredentialItem,
  credentialItemSchema,
  getCredential,
  getCredentials,
} from './store/credentials.ts';
export {
  type GatewayKey,
  getGatewayKey,
  listCurrentPlans,
  putCurrentPlans,
  setGatewayKey,
} from './store/gateway-keys.ts';
