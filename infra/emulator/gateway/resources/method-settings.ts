import type { LocalFunctions } from '../../lambda/functions.ts';
import type { Throttle } from '../usage/token-bucket.ts';
import type { Integration } from './api.ts';
import type * as properties from './api-properties.ts';

type MethodProperties = ReturnType<typeof properties.method.parse>;
export type StageProperties = ReturnType<typeof properties.stage.parse>;

export function readIntegration({ Integration }: MethodProperties, functions: LocalFunctions): Integration {
  if (Integration.Type === 'AWS_PROXY') {
    return {
      kind: 'lambda',
      function: functions.byArn(Integration.Uri),
      timeoutMs: Integration.TimeoutInMillis,
    };
  }
  const [response] = Integration.IntegrationResponses;
  const headers = Object.entries(response?.ResponseParameters ?? {}).map(
    ([name, value]): [string, string] => [
      name.replace('method.response.header.', ''),
      value.replace(/^'(.*)'$/s, '$1'),
    ],
  );
  return { kind: 'mock', statusCode: Number(response?.StatusCode ?? 200), headers };
}

/** A stage's throttle of a method; one for the method itself comes before one for all (`/*` and `*`). */
export function stageThrottle(
  stage: StageProperties,
  path: string,
  httpMethod: string,
): Throttle | undefined {
  const unescaped = (text: string | undefined) => (text ?? '').replaceAll('~1', '/').replace(/^\/\/+/, '/');
  const settings = stage.MethodSettings;
  const own = settings.find((s) => unescaped(s.ResourcePath) === path && s.HttpMethod === httpMethod);
  const chosen = own ?? settings.find((s) => unescaped(s.ResourcePath) === '/*' && s.HttpMethod === '*');
  if (chosen?.ThrottlingRateLimit === undefined || chosen.ThrottlingBurstLimit === undefined)
    return undefined;
  // -1 stands for the account's limit.
  if (chosen.ThrottlingRateLimit < 0) return undefined;
  return { ratePerSecond: chosen.ThrottlingRateLimit, burst: chosen.ThrottlingBurstLimit };
}
