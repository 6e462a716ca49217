/** Other capabilities use these exports to work with stored credentials and accounts. */

export {
  changeCredentials,
  changeOneCredential,
  credentialChangeOf as changeOfCredential,
  ensureCacheVersionsIncreased,
} from './credential-changes.ts';
export { accountOf, limitsOf } from './domain/account.ts';
export { increaseCacheVersion, storeChangedAccount } from './store/account-changes.ts';
export { accountEndWrite } from './store/account-end.ts';
export { accountOfItem, getAccount as readAccount } from './store/account-holders.ts';
export {
  activeCredentialCheck,
  type CredentialVersion as ReadCredential,
  changeCredentialWrite,
  endCredentialWrite,
  KEEP_REVOKED_SECONDS,
  microsToSeconds,
  putCredentialWrite,
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
  listGatewayPlans as listCurrentPlans,
  putCurrentPlans,
  setGatewayKey,
} from './store/gateway-keys.ts';
