/** Handler of the MCP tool for the limits of an account. */
export { handler as limits } from '../../accounts/limits.ts';
