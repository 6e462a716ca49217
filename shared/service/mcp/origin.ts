/**
 * Whether a request comes from a page whose origin the stage does not allow. A request without an origin does
 * not come from a page. `Host` is not compared, because in a DNS rebinding attack it equals the attacker's
 * origin. `*` allows no page here, neither as a setting nor as an origin.
 *
 * @param allowedOrigins allowed origins in the stage's settings
 */
export function isForbiddenOrigin(origin: string | undefined, allowedOrigins: readonly string[]): boolean {
  return origin !== undefined && (origin === '*' || !allowedOrigins.includes(origin));
}
