import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import {
  buildSignatureHeaders,
  formatWebhookSecret,
} from '../../shared/notifications/domain/webhook-signature.ts';

const readNowSeconds = () => Math.floor(Date.now() / 1_000);
const secret = fc.uint8Array({ minLength: 24, maxLength: 64 }).map(formatWebhookSecret);
const payload = fc.jsonValue().map((value) => JSON.stringify({ value }));

describe('a signed webhook message', () => {
  test('a signed message with any content is accepted by the Standard Webhooks library', () => {
    fc.assert(
      fc.property(secret, payload, fc.stringMatching(/^evt_[A-Za-z0-9]{1,20}$/), (own, body, id) => {
        const headers = buildSignatureHeaders([own], { id, timestamp: readNowSeconds(), body });
        expect(new Webhook(own).verify(body, { ...headers })).toEqual(JSON.parse(body));
      }),
      { numRuns: 50 },
    );
  });

  test('a signed message is accepted with the old and the new secret during a rotation, but with no other secret', () => {
    const [old, next, other] = [1, 2, 3].map((byte) => formatWebhookSecret(new Uint8Array(32).fill(byte)));
    if (old === undefined || next === undefined || other === undefined) throw new Error('three were made');
    const body = '{"type":"webhook.test"}';
    const headers = {
      ...buildSignatureHeaders([next, old], { id: 'evt_1', timestamp: readNowSeconds(), body }),
    };
    expect(new Webhook(old).verify(body, headers)).toEqual(JSON.parse(body));
    expect(new Webhook(next).verify(body, headers)).toEqual(JSON.parse(body));
    expect(() => new Webhook(other).verify(body, headers)).toThrow('No matching signature');
  });

  test('a signed message is rejected when any part of it is changed or its timestamp is too old', () => {
    const own = formatWebhookSecret(new Uint8Array(32).fill(7));
    const message = { id: 'evt_1', timestamp: readNowSeconds(), body: '{"amount":"1"}' };
    const headers = { ...buildSignatureHeaders([own], message) };
    const library = new Webhook(own);
    expect(() => library.verify('{"amount":"2"}', headers)).toThrow('No matching signature');
    expect(() => library.verify(message.body, { ...headers, 'webhook-id': 'evt_2' })).toThrow(
      'No matching signature',
    );
    const old = { ...buildSignatureHeaders([own], { ...message, timestamp: message.timestamp - 3_600 }) };
    expect(() => library.verify(message.body, old)).toThrow('too old');
  });
});
