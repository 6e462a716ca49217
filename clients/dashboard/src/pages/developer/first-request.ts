import { curlOf } from '../../components/curl.tsx';

/** A request for trying out a new key. */
export const FIRST_REQUEST = curlOf({
  path: '/strategies',
  query: { asset: 'USDC', risk_level: 'low', per_page: 5 },
});
