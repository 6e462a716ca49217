export { handler as limits } from '../../accounts/limits.ts';
