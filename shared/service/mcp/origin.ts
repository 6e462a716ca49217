/**
 * Returns whether a request comes from a web page of an origin that is not allowed. A request without an
 * `Origin` header does not come from a web page. The value `*` allows no origin here, even if the stage's
 * settings contain it.
 * The `Host` header is not checked, because in a DNS rebinding attack it equals the attacker's origin.
 *
 * @param allowedOrigins allowed origins in the stage's settings
 */
export function isForbiddenOrigin(origin: string | undefined, allowedOrigins: readonly string[]): boolean {
  return origin !== undefined && (origin === '*' || !allowedOrigins.includes(origin));
}
