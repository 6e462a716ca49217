import { Duration } from 'aws-cdk-lib';
import { IdentitySource, RequestAuthorizer } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import { AUTHORIZER_CACHE_SECONDS, OVERFLOW_KEY_SETTING } from '../../shared/access/gateway.ts';
import { CREDENTIAL_HEADER } from '../../shared/platform/contract/headers.ts';
import { AUTHORIZER } from '../bundle.ts';
import type { Functions } from './functions.ts';
import { nameResource } from './names.ts';

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
    resultsCacheTtl: Duration.seconds(AUTHORIZER_CACHE_SECONDS),
  });
  nameResource(authorizer, 'Authorizer');
  return authorizer;
}
