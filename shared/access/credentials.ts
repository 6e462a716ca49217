/** What other capabilities may do with stored credentials; how they are kept is this one's own. */

export {
  expirySeconds,
  KEEP_REVOKED_SECONDS,
  putCredential,
  revokeCredential,
} from './store/credential-writes.ts';
export {
  addRefusals,
  applyPlan,
  bucketAttributes,
  type CredentialItem,
  type CredentialRecord,
  credentialBuckets,
  credentialItem,
  type GatewayState,
  getCredential,
  getCredentials,
  setGatewayState,
} from './store/credentials.ts';
export { addEnded, type EndedUpdate, endedBuckets, gatherEnded, latestTat } from './store/ended-buckets.ts';
export { sourceBuckets } from './store/source-buckets.ts';
