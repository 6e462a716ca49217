/**
 * Returns whether a request comes from a web page of an origin that is not allowed. A request without an `Origin`
 * header does not come from a web page. The setting `*` does not allow all origins here.
 * The `Host` header is not checked, because it contains the attacker's host in a DNS rebinding attack.
 *
 * @param allowedOrigins allowed origins in the stage's settings
 */
export function isForbiddenOrigin(origin: string | undefined, allowedOrigins: readonly string[]): boolean {
  return origin !== undefined && (origin === '*' || !allowedOrigins.includes(origin));
}
