import { createClient, signWebhook, verifyWebhook, YieldApiError } from 'yield-api-client';

const SECRET = `whsec_${btoa('x'.repeat(32))}`;
const EVENT = {
  id: 'evt_1',
  type: 'webhook.test',
  sequence: 0,
  created_at: '2026-01-15T12:00:00Z',
  account: 'usr_1',
  data: { webhook_id: 'wh_1' },
};

/** Returns a list, an error and a webhook as text. */
export async function use(baseUrl) {
  const client = createClient({ baseUrl, credential: 'yk_test_x', retries: 0 });
  const { data, meta } = await client.strategies.list({ chain: 'ethereum', per_page: 2 });
  const error = await client.investments
    .withdraw({ investment_id: 'inv_1', amount: '1.5' })
    .catch((cause) => cause);
  if (!(error instanceof YieldApiError)) throw error;
  const { body, headers } = await signWebhook(EVENT, SECRET);
  const event = await verifyWebhook(body, headers, SECRET);
  return JSON.stringify([data[0].current_apy, meta.pagination.total, error.code, event.type]);
}
