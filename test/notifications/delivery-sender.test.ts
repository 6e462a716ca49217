import { createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type ResolvedAddress,
  type SenderOptions,
  sendWebhookMessage,
} from '../../shared/notifications/webhooks/delivery-sender.ts';
import { RECEIVER_CERTIFICATE, RECEIVER_NAME } from './support/certificate.ts';
import { chooseTimeoutMs, HOSTILE_RECEIVERS, startHostileReceiver } from './support/hostile-receivers.ts';
import { type Receiver, type ReceiverOptions, startReceiver } from './support/receiver.ts';

const started: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of started.splice(0)) await each.stop();
});

async function receiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const made = await startReceiver(options);
  started.push(made);
  return made;
}

const HEADERS = { 'webhook-id': 'evt_1' };
const LOOPBACK_OPTIONS: SenderOptions = { allowedNetwork: 'loopback' };
const send = (url: string, options: SenderOptions = LOOPBACK_OPTIONS) =>
  sendWebhookMessage({ url, headers: HEADERS, body: '{"a":"ö"}' }, options);

/** Returns a resolver that returns the address lists in order. */
function resolving(...lists: readonly (readonly string[])[]) {
  const lookups: string[] = [];
  const resolve = async (host: string): Promise<ResolvedAddress[]> => {
    const list = lists[Math.min(lookups.length, lists.length - 1)] ?? [];
    lookups.push(host);
    return list.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  return { resolve, lookups };
}

describe('the HTTP request of a delivery', () => {
  test('a delivery is one POST of JSON with the given headers', async () => {
    const { port, received } = await receiver();
    expect(await send(`http://127.0.0.1:${port}/hook?a=1`)).toMatchObject({ status: 204 });
    expect(received).toEqual([
      {
        method: 'POST',
        path: '/hook?a=1',
        body: '{"a":"ö"}',
        headers: expect.objectContaining({
          'content-type': 'application/json',
          'content-length': '10',
          'webhook-id': 'evt_1',
          host: `127.0.0.1:${port}`,
        }),
      },
    ]);
  });

  test('a delivery does not follow a redirect', async () => {
    const inner = await receiver();
    const outer = await receiver({
      answer: (_, response) => {
        response.writeHead(307, { location: `http://127.0.0.1:${inner.port}/` }).end();
        return undefined;
      },
    });
    expect(await send(`http://127.0.0.1:${outer.port}/`)).toMatchObject({ status: 307 });
    expect(inner.received).toEqual([]);
  });

  test('a delivery over TLS connects to the IP address that was checked, and requires a certificate for the host name', async () => {
    const { port, received } = await receiver({ secure: true });
    const { resolve, lookups } = resolving(['127.0.0.1']);
    const options = { ...LOOPBACK_OPTIONS, resolve, ca: RECEIVER_CERTIFICATE };
    expect(await send(`https://${RECEIVER_NAME}:${port}/`, options)).toMatchObject({ status: 204 });
    expect(lookups).toEqual([RECEIVER_NAME]);
    expect(received).toHaveLength(1);
    expect(await send(`https://other.example:${port}/`, options)).toMatchObject({ failure: 'tls_failed' });
    expect(await send(`https://${RECEIVER_NAME}:${port}/`, { ...LOOPBACK_OPTIONS, resolve })).toMatchObject({
      failure: 'tls_failed',
    });
    expect(received).toHaveLength(1);
  });
});

describe('the host name of a webhook endpoint', () => {
  test('a host name whose IP address changes after the check is contacted only at the checked address', async () => {
    const isAllowed = (address: string) => address === '127.0.0.2';
    const inner = await receiver();
    const { resolve, lookups } = resolving(['127.0.0.2'], ['127.0.0.1']);
    const options = { ...LOOPBACK_OPTIONS, resolve, isAllowed };
    const url = `http://rebinding.example:${inner.port}/`;
    expect(await send(url, options)).toMatchObject({ failure: 'connection_failed' });
    expect(await send(url, options)).toMatchObject({ failure: 'address_refused' });
    expect(lookups).toHaveLength(2);
    expect(inner.received).toEqual([]);
  });

  test.each([
    ['a private address', ['10.0.0.1']],
    ['a loopback address', ['127.0.0.1']],
    ['a cloud metadata address', ['169.254.169.254']],
    ['an IPv4-mapped loopback address', ['::ffff:127.0.0.1']],
    ['a private address beside a public one', ['93.184.216.34', '192.168.1.1']],
  ])('a host name is not contacted if one of its IP addresses is %s', async (_, addresses) => {
    const { port, received } = await receiver();
    const { resolve } = resolving(addresses);
    const outcome = await send(`https://example.com:${port}/`, { allowedNetwork: 'public', resolve });
    expect(outcome).toMatchObject({ failure: 'address_refused' });
    expect(received).toEqual([]);
  });

  test('an IP address in the URL is checked like the address of a host name', async () => {
    const { port, received } = await receiver();
    for (const host of ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]']) {
      const outcome = await send(`http://${host}:${port}/`, { allowedNetwork: 'public' });
      expect(outcome, host).toMatchObject({ failure: 'address_refused' });
    }
    expect(received).toEqual([]);
  });

  test('a host name that has no IP address is reported as unknown', async () => {
    const unknown = () => Promise.reject(new Error('ENOTFOUND'));
    expect(await send('https://a.example/', { ...LOOPBACK_OPTIONS, resolve: unknown })).toMatchObject({
      failure: 'host_unknown',
    });
    const { resolve } = resolving([]);
    expect(await send('https://a.example/', { ...LOOPBACK_OPTIONS, resolve })).toMatchObject({
      failure: 'host_unknown',
    });
  });
});

describe('the receiver of a delivery', () => {
  const SHORT_TIMEOUT_OPTIONS = { ...LOOPBACK_OPTIONS, timeoutMs: 100 };

  test('a delivery ends at its time limit when the receiver sends no complete response', async () => {
    const silent = await receiver({ answer: () => undefined });
    const endless = await receiver({
      answer: (_, response) => {
        response.writeHead(200).write('a');
        return undefined;
      },
    });
    for (const { port } of [silent, endless]) {
      expect(await send(`http://127.0.0.1:${port}/`, SHORT_TIMEOUT_OPTIONS)).toMatchObject({
        failure: 'timed_out',
      });
    }
    const resolve = () => new Promise<never>(() => undefined);
    expect(await send('https://a.example/', { ...SHORT_TIMEOUT_OPTIONS, resolve })).toMatchObject({
      failure: 'timed_out',
    });
  });

  test('a delivery to a receiver with an endless response succeeds, because only the beginning of the response is read', async () => {
    let written = 0;
    const { port } = await receiver({
      answer: (_, response) => {
        response.writeHead(200);
        const more = () => {
          while (response.writable && written < 1e9 && response.write('a'.repeat(1_024))) written += 1_024;
        };
        response.on('drain', more);
        more();
        return undefined;
      },
    });
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ status: 200 });
    expect(written).toBeLessThan(1e9);
  });

  test('a response that is not HTTP ends a delivery with the failure answer_malformed', async () => {
    const startTcpServer = async (words: string) => {
      const server = createServer((socket) => socket.resume().end(words));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      started.push({ stop: () => new Promise((resolve) => server.close(() => resolve())) });
      const address = server.address();
      return typeof address === 'object' && address !== null ? address.port : 0;
    };
    const port = await startTcpServer('SSH-2.0-OpenSSH\r\n\r\n');
    expect(await send(`http://127.0.0.1:${port}/`)).toMatchObject({ failure: 'answer_malformed' });
    const silentServerPort = await startTcpServer('');
    expect(await send(`http://127.0.0.1:${silentServerPort}/`)).toMatchObject({
      failure: 'connection_failed',
    });
    expect(await send('http://127.0.0.1:1/')).toMatchObject({ failure: 'connection_failed' });
  });

  test.each(Object.entries(HOSTILE_RECEIVERS))(
    'when the receiver %s, the delivery attempt records the matching status or failure code',
    async (_, { behave, outcome }) => {
      const hostile = await startHostileReceiver(behave);
      started.push(hostile);
      const { durationMs, ...seen } = await send(hostile.url, {
        ...LOOPBACK_OPTIONS,
        timeoutMs: chooseTimeoutMs(outcome),
      });
      expect(seen).toEqual(outcome);
      expect(durationMs).toEqual(expect.any(Number));
    },
  );
});
