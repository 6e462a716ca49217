import type { Throttle } from '../usage/token-bucket.ts';
import type * as properties from './properties.ts';

export type StageProperties = ReturnType<typeof properties.stage.parse>;

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
