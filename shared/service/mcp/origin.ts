/**
 * Whether a page of this origin may not speak to the MCP server: it may where the stage names it, or where the server
 * is its own host. `*` names nobody here: a page that was led to the server by a name of its own (DNS rebinding) must
 * be refused, which is what the protocol demands.
 */
export function isForeign(
  origin: string | undefined,
  host: string | undefined,
  named: readonly string[],
): boolean {
  if (origin === undefined || named.includes(origin)) return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}
