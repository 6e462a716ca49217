/** Other capabilities use these exports to work with stored credentials and accounts. */

export {
  changeCredentials,
  changeOneCredential,
  credentialChangeOf as changeOfCredential,
  ensureCacheVersionsIncreased,
} from './credential-changes.ts';
export { accountOf, limitsOf } from './domain/account.ts';
export { increaseCacheVersion, storeChangedAccount } from './store/account-changes.ts';
export { buildAccountEndWrite } from './store/account-end.ts';
export { accountOfItem, getAccount as readAccount } from './store/account-holders.ts';
export {
  buildActiveCredentialCheck as activeCredentialCheck,
  buildCredentialChangeWrite,
  buildCredentialRevocationWrite,
  buildNewCredentialWrite,
  buildRevocationWrite as revokeCredentialWrite,
  type CredentialVersion as StoredCredentialVersion,
  microsToSeconds,
  REVOKED_CREDENTIAL_KEEP_SECONDS as KEEP_REVOKED_SECONDS,
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
