import type { Construct } from 'constructs';
import { OVERFLOW_KEY_SETTING } from '../../../shared/access/gateway.ts';
import { AUTHORIZER_ENTRY_POINT } from '../../bundle.ts';
import type { FunctionFactory } from '../functions/functions.ts';
import type { PlatformFunction } from '../functions/platform-function.ts';

/** Creates the Lambda authorizer, which returns the gateway key of a credential to API Gateway. */
export function makeAuthorizer(
  scope: Construct,
  functionFactory: FunctionFactory,
  overflowKeyValue: string,
): PlatformFunction {
  return functionFactory.make(scope, {
    id: AUTHORIZER_ENTRY_POINT.id,
    description: 'Maps a credential to its gateway key',
    access: 'read',
    timeoutSeconds: 5,
    reserved: 'authorizer',
    settings: [OVERFLOW_KEY_SETTING],
    provided: { [OVERFLOW_KEY_SETTING]: overflowKeyValue },
  });
}
