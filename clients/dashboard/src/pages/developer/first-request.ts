import { buildCurlCommand } from '../../components/curl.tsx';

/** A curl command with which users try out a new API key. */
export const FIRST_REQUEST_COMMAND = buildCurlCommand({
  path: '/strategies',
  query: { asset: 'USDC', risk_level: 'low', per_page: 5 },
});
