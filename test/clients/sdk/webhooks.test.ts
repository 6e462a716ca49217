import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { signWebhook, verifyWebhook, WebhookVerificationError } from '../../../clients/sdk/src/index.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const SENT_AT = new Date('2026-01-15T12:00:00Z');
const BODY = JSON.stringify({
  id: 'evt_1',
  type: 'api_key.created',
  sequence: 1,
  created_at: SENT_AT.toISOString(),
  account: 'usr_1',
  data: { api_key_id: 'key_ö' },
});

/** Returns the headers that the library of the webhook specification creates. */
const createSignedHeaders = (body = BODY, secret = SECRET) => ({
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(SENT_AT.getTime() / 1_000),
  'webhook-signature': new Webhook(secret).sign('evt_1', SENT_AT, body),
});
const now = { nowMs: SENT_AT.getTime() };

describe('the verification of a webhook delivery', () => {
  test('a delivery that the Standard Webhooks library signed is accepted', async () => {
    const event = await verifyWebhook(BODY, createSignedHeaders(), SECRET, now);
    if (event.type !== 'api_key.created') throw new Error('it is of another type');
    const keyId: string = event.data.api_key_id;
    expect(keyId).toBe('key_ö');
    expect(await verifyWebhook(BODY, new Headers(createSignedHeaders()), SECRET, now)).toEqual(event);
  });

  test('a delivery with the signatures of two secrets is accepted with either secret', async () => {
    const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
    const both = [createSignedHeaders(), createSignedHeaders(BODY, other)].map(
      (headers) => headers['webhook-signature'],
    );
    const headers = { ...createSignedHeaders(), 'webhook-signature': `v1a,bm90IG91cnM= ${both.join(' ')}` };
    for (const secret of [SECRET, other]) {
      expect(await verifyWebhook(BODY, headers, secret, now)).toMatchObject({ id: 'evt_1' });
    }
  });

  test.each([
    ['another body', BODY.replace('key_', 'KEY_'), {}, 'No signature'],
    ['another id', BODY, { 'webhook-id': 'evt_2' }, 'No signature'],
    ['no signature', BODY, { 'webhook-signature': undefined }, 'webhook-signature is missing'],
    ['a signature of another scheme', BODY, { 'webhook-signature': 'v2,YQ==' }, 'No signature'],
    ['a signature that is not base64', BODY, { 'webhook-signature': 'v1,%%%' }, 'base64'],
    ['no timestamp', BODY, { 'webhook-timestamp': 'now' }, 'within 300 seconds of the current time'],
  ])('a delivery with %s is rejected', async (_, body, changed, why) => {
    const attempt = verifyWebhook(body, { ...createSignedHeaders(), ...changed }, SECRET, now);
    await expect(attempt).rejects.toThrow(WebhookVerificationError);
    await expect(attempt).rejects.toThrow(why);
  });

  test('a signed delivery whose body is not an event is rejected', async () => {
    for (const body of ['[]', '{}', 'null', '{"type":1}']) {
      await expect(verifyWebhook(body, createSignedHeaders(body), SECRET, now)).rejects.toThrow(
        'is not an event',
      );
    }
  });

  test('a delivery is rejected if its timestamp is more than five minutes in the past or future', async () => {
    for (const minutes of [-5.1, 5.1]) {
      const nowMs = SENT_AT.getTime() + minutes * 60_000;
      await expect(verifyWebhook(BODY, createSignedHeaders(), SECRET, { nowMs })).rejects.toThrow(
        'within 300 seconds of the current time',
      );
    }
    const nowMs = SENT_AT.getTime() + 299_000;
    expect(await verifyWebhook(BODY, createSignedHeaders(), SECRET, { nowMs })).toMatchObject({
      id: 'evt_1',
    });
  });
});

test('signWebhook creates the same signature as the Standard Webhooks library, and verifyWebhook accepts it', async () => {
  const event = {
    id: 'evt_2',
    type: 'webhook.test',
    sequence: 0,
    created_at: SENT_AT.toISOString(),
    account: 'usr_1',
    data: { webhook_id: 'wh_1' },
  } as const;
  const { body, headers } = await signWebhook(event, SECRET, now);
  expect(headers['webhook-signature']).toBe(new Webhook(SECRET).sign('evt_2', SENT_AT, body));
  expect(await verifyWebhook(body, headers, SECRET, now)).toEqual(event);
});
