import { Duration } from 'aws-cdk-lib';
import { IdentitySource, RequestAuthorizer } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { OVERFLOW_KEY_SETTING } from '../../shared/contract/gateway.ts';
import { AUTHORIZER } from '../bundle.ts';
import type { Functions } from './functions.ts';
import { nameResource } from './names.ts';

/** How long API Gateway keeps an answer for the same credential. */
const CACHE_SECONDS = 60;
/** The header that carries every credential. */
const CREDENTIAL_HEADER = 'X-API-KEY';

/** The Lambda that tells API Gateway whose gateway key a credential stands for. Its answer covers the whole API. */
export function makeAuthorizer(
  scope: Construct,
  functions: Functions,
  overflowKey: string,
): RequestAuthorizer {
  const { lambda } = functions.make(scope, {
    id: AUTHORIZER.id,
    description: 'Maps a credential to its gateway key',
    access: 'read',
    timeoutSeconds: 5,
    settings: [OVERFLOW_KEY_SETTING],
    provided: { [OVERFLOW_KEY_SETTING]: overflowKey },
  });
  const authorizer = new RequestAuthorizer(scope, 'RequestAuthorizer', {
    handler: lambda,
    identitySources: [IdentitySource.header(CREDENTIAL_HEADER)],
    resultsCacheTtl: Duration.seconds(CACHE_SECONDS),
  });
  nameResource(authorizer, 'Authorizer');
  return authorizer;
}
