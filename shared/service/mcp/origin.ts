/**
 * Whether a request comes from a page whose origin the stage does not name. A request without an origin comes from no
 * page. `Host` is not compared: in a DNS rebinding attack it equals the attacker's origin. `*` allows no page here,
 * neither as a setting nor as the text of an origin.
 *
 * @param named the origins of the stage's setting
 */
export function isForeign(origin: string | undefined, named: readonly string[]): boolean {
  return origin !== undefined && (origin === '*' || !named.includes(origin));
}
