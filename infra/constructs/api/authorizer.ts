import type { Construct } from 'constructs';
import { OVERFLOW_KEY_SETTING } from '../../../shared/access/gateway.ts';
import { AUTHORIZER } from '../../bundle.ts';
import type { Functions } from '../functions/functions.ts';
import type { PlatformFunction } from '../functions/platform-function.ts';

/** Creates the Lambda authorizer, which returns the gateway key of a credential to API Gateway. */
export function makeAuthorizer(
  scope: Construct,
  functions: Functions,
  overflowKey: string,
): PlatformFunction {
  return functions.make(scope, {
    id: AUTHORIZER.id,
    description: 'Maps a credential to its gateway key',
    access: 'read',
    timeoutSeconds: 5,
    reserved: 'authorizer',
    settings: [OVERFLOW_KEY_SETTING],
    provided: { [OVERFLOW_KEY_SETTING]: overflowKey },
  });
}
