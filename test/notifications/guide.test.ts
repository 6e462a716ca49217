import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { verifyWebhook } from '../../clients/sdk/src/index.ts';
import { findFreePort } from '../../infra/emulator/process/port.ts';
import { LOG_SLOT_COUNT } from '../../shared/notifications/contract/webhooks/webhook-values.ts';
import { WAITING_EVENTS_MAX } from '../../shared/notifications/domain/delivery.ts';
import { computeRetryPauseMs } from '../../shared/notifications/domain/delivery-schedule.ts';
import {
  buildSignatureHeaders,
  formatWebhookSecret,
} from '../../shared/notifications/domain/webhook-signature.ts';
import { ATTEMPT_MAX_MS, sendWebhookMessage } from '../../shared/notifications/webhooks/delivery-sender.ts';
import { PLAN_LIMITS } from '../../shared/platform/contract/plans.ts';

const GUIDE = readFileSync('docs/guides/webhooks.md', 'utf8');
const REFERENCE = readFileSync('docs/webhooks.md', 'utf8');
const SECRET = formatWebhookSecret(new Uint8Array(32).fill(3));

const folder = mkdtempSync(join(tmpdir(), 'guide-'));
const output = { printed: '', logged: '' };
let receiver: ChildProcess | undefined;
let port: number;
beforeAll(async () => {
  const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(GUIDE) ?? [];
  const client = pathToFileURL('clients/sdk/src/index.ts').href;
  const file = join(folder, 'receiver.ts');
  writeFileSync(file, example.replace("'yield-api-client'", `'${client}'`));
  port = await findFreePort();
  const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: SECRET };
  receiver = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  receiver.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output.printed += text;
  });
  receiver.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output.logged += text;
  });
  await vi.waitFor(async () => expect(await send('evt_0', SECRET)).toMatchObject({ status: 204 }), {
    timeout: 30_000,
  });
});
afterAll(async () => {
  if (receiver?.exitCode === null && receiver.kill()) await once(receiver, 'exit');
  rmSync(folder, { recursive: true });
});

/** Sends an event of type `strategy.apy_fell` to the example receiver of the guide. */
function send(id: string, secret: string, padding = '') {
  const data = { strategy_name: 'Aave', apy: 3, padding };
  const body = JSON.stringify({ id, type: 'strategy.apy_fell', data });
  const headers = buildSignatureHeaders([secret], { id, timestamp: Math.floor(Date.now() / 1_000), body });
  return sendWebhookMessage(
    { url: `http://127.0.0.1:${port}/`, headers, body },
    { allowedNetwork: 'loopback' },
  );
}

test('the example receiver in docs/guides/webhooks.md processes a repeated delivery only once', async () => {
  expect(await send('evt_1', SECRET)).toMatchObject({ status: 204 });
  expect(await send('evt_1', SECRET)).toMatchObject({ status: 204 });
  expect(await send('evt_2', formatWebhookSecret(new Uint8Array(32)))).toMatchObject({ status: 400 });
  expect(await send('evt_3', SECRET)).toMatchObject({ status: 204 });
  const linesOf = (id: string) => `strategy.apy_fell ${id}\nAave pays 3% now\n`;
  await expect.poll(() => output.printed).toContain(linesOf('evt_1') + linesOf('evt_3'));
});

test('after an aborted upload, the example receiver in docs/guides/webhooks.md accepts the next delivery', async () => {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write('POST / HTTP/1.1\r\nHost: receiver\r\nContent-Length: 100\r\n\r\nabc');
  socket.end();
  await once(socket.resume(), 'close');
  await expect.poll(() => output.logged).toContain('aborted');
  expect(await send('evt_4', SECRET)).toMatchObject({ status: 204 });
});

test('the example receiver in docs/guides/webhooks.md rejects a body of more than 20 kB', async () => {
  await expect(send('evt_5', SECRET, 'a'.repeat(20_000))).resolves.not.toMatchObject({ status: 204 });
  await expect.poll(() => output.logged).toContain('longer than 20 kB');
  expect(await send('evt_6', SECRET)).toMatchObject({ status: 204 });
});

test('the example signature in docs/guides/webhooks.md equals the one that the service calculates', async () => {
  const [, example = ''] = /```text\n([\s\S]*?)```/.exec(GUIDE) ?? [];
  const exampleValueOf = (name: string) => new RegExp(`^${name}: +(.+)$`, 'm').exec(example)?.[1] ?? '';
  const [secret, id, timestamp, body] = [
    exampleValueOf('secret'),
    exampleValueOf('webhook-id'),
    exampleValueOf('webhook-timestamp'),
    exampleValueOf('body'),
  ];
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': exampleValueOf('webhook-signature'),
  };
  expect(buildSignatureHeaders([secret], { id, timestamp: Number(timestamp), body })).toMatchObject(headers);
  const event = await verifyWebhook(body, headers, secret, { nowMs: Number(timestamp) * 1_000 });
  expect(event).toMatchObject({ id, type: 'webhook.test' });
});

test('the limits in docs/guides/webhooks.md and in docs/webhooks.md equal those in the code', () => {
  const { free, pro, enterprise } = PLAN_LIMITS;
  const minutes = Array.from(
    { length: 10 },
    (_, index) => (computeRetryPauseMs(index + 1, 0.5) ?? 0) / 60_000,
  );
  const pauseTexts = minutes.map((pause) =>
    pause < 1 ? `${pause * 60} seconds` : pause < 60 ? `${pause}` : `${Math.floor(pause / 60)}`,
  );
  const text = `${GUIDE} ${REFERENCE}`.replace(/\s+/g, ' ');
  expect(text).toContain(
    `${free.maxWebhooks} (Free), ${pro.maxWebhooks} (Pro) or ${enterprise.maxWebhooks} (Enterprise)`,
  );
  const [first, one, five, thirty, ...hours] = pauseTexts;
  expect(text).toContain(
    `${first}, ${one} minute, ${five} minutes, ${thirty} minutes, and then ${hours.slice(0, -1).join(', ')} and ${hours.at(-1)} hours`,
  );
  expect(text).toContain(`While ${WAITING_EVENTS_MAX} failed events of an endpoint wait for a retry`);
  expect(text).toContain(`The last ${LOG_SLOT_COUNT} deliveries`);
  expect(ATTEMPT_MAX_MS).toBe(10_000);
});
