/** What an account may still use. */
export { handler as limits } from '../../accounts/limits.ts';
