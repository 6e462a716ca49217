import type { Throttle } from '../usage/token-bucket.ts';
import type * as properties from './properties.ts';

export type StageProperties = ReturnType<typeof properties.stageSchema.parse>;

/**
 * Returns a stage's throttle for a method; undefined if the stage sets none. The settings of the method itself override
 * the settings for all methods.
 */
export function readStageThrottle(
  stage: StageProperties,
  path: string,
  httpMethod: string,
): Throttle | undefined {
  const unescapePath = (text: string | undefined) =>
    (text ?? '').replaceAll('~1', '/').replace(/^\/\/+/, '/');
  const settings = stage.MethodSettings;
  const exactMethodSettings = settings.find(
    (s) => unescapePath(s.ResourcePath) === path && s.HttpMethod === httpMethod,
  );
  const methodSettings =
    exactMethodSettings ??
    settings.find((s) => unescapePath(s.ResourcePath) === '/*' && s.HttpMethod === '*');
  if (methodSettings?.ThrottlingRateLimit === undefined || methodSettings.ThrottlingBurstLimit === undefined)
    return undefined;
  // A rate of -1 means the account's default limit, so the stage sets no throttle.
  if (methodSettings.ThrottlingRateLimit < 0) return undefined;
  return { ratePerSecond: methodSettings.ThrottlingRateLimit, burst: methodSettings.ThrottlingBurstLimit };
}
