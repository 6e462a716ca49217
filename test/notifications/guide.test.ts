import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { verifyWebhook } from '../../clients/sdk/src/index.ts';
import { findFreePort } from '../../infra/emulator/process/port.ts';
import { LOG_SLOTS } from '../../shared/notifications/contract/webhooks/webhook-values.ts';
import { WAITING_MAX } from '../../shared/notifications/domain/delivery.ts';
import { retryPauseMs } from '../../shared/notifications/domain/delivery-schedule.ts';
import { buildSignatureHeaders, formatSecret } from '../../shared/notifications/domain/webhook-signature.ts';
import { ATTEMPT_MAX_MS, sendMessage } from '../../shared/notifications/webhooks/delivery-sender.ts';
import { PLAN_LIMITS } from '../../shared/platform/contract/plans.ts';

const GUIDE = readFileSync('docs/webhooks.md', 'utf8');
const SHORT_GUIDE = readFileSync('docs/guides/webhooks.md', 'utf8');
const SECRET = formatSecret(new Uint8Array(32).fill(3));

const folder = mkdtempSync(join(tmpdir(), 'guide-'));
let receiver: ChildProcess | undefined;
afterAll(async () => {
  if (receiver?.exitCode === null && receiver.kill()) await once(receiver, 'exit');
  rmSync(folder, { recursive: true });
});

test('the example receiver in the guide accepts each signed delivery once, and rejects an unsigned delivery', async () => {
  const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(SHORT_GUIDE) ?? [];
  const client = pathToFileURL('clients/sdk/src/index.ts').href;
  const file = join(folder, 'receiver.ts');
  writeFileSync(file, example.replace("'yield-api-client'", `'${client}'`));
  const port = await findFreePort();
  const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: SECRET };
  receiver = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  receiver.stdout?.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const body = JSON.stringify({
    id: 'evt_1',
    type: 'strategy.apy_fell',
    data: { strategy_name: 'Aave', apy: 3 },
  });
  const send = (secret: string) => {
    const message = { id: 'evt_1', timestamp: Math.floor(Date.now() / 1_000), body };
    const headers = buildSignatureHeaders([secret], message);
    return sendMessage({ url: `http://127.0.0.1:${port}/`, headers, body }, { reach: 'loopback' });
  };
  await expect.poll(() => send(SECRET)).toMatchObject({ status: 204 });
  expect(await send(SECRET)).toMatchObject({ status: 204 });
  expect(await send(formatSecret(new Uint8Array(32)))).toMatchObject({ status: 400 });
  await expect.poll(() => printed).toBe('Aave pays 3% now\n');
});

test('the example in the short guide has the signature that the service and the client calculate', async () => {
  const [, example = ''] = /```text\n([\s\S]*?)```/.exec(SHORT_GUIDE) ?? [];
  const lineOf = (name: string) => new RegExp(`^${name}: +(.+)$`, 'm').exec(example)?.[1] ?? '';
  const [secret, id, timestamp, body] = [
    lineOf('secret'),
    lineOf('webhook-id'),
    lineOf('webhook-timestamp'),
    lineOf('body'),
  ];
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': lineOf('webhook-signature'),
  };
  expect(buildSignatureHeaders([secret], { id, timestamp: Number(timestamp), body })).toMatchObject(headers);
  const event = await verifyWebhook(body, headers, secret, { nowMs: Number(timestamp) * 1_000 });
  expect(event).toMatchObject({ id, type: 'webhook.test' });
});

test('the limits and pauses in the guide equal the values in the code', () => {
  const { free, pro, enterprise } = PLAN_LIMITS;
  const minutes = Array.from({ length: 10 }, (_, index) => (retryPauseMs(index + 1, 0.5) ?? 0) / 60_000);
  const inWords = minutes.map((pause) =>
    pause < 1 ? `${pause * 60} seconds` : pause < 60 ? `${pause}` : `${Math.floor(pause / 60)}`,
  );
  const text = GUIDE.replace(/\s+/g, ' ');
  expect(text).toContain(
    `${free.maxWebhooks} (Free), ${pro.maxWebhooks} (Pro) or ${enterprise.maxWebhooks} (Enterprise)`,
  );
  const [first, one, five, thirty, ...hours] = inWords;
  expect(text).toContain(
    `after ${first}, ${one}, ${five} and ${thirty} minutes, ${hours.slice(0, -1).join(', ')} and ${hours.at(-1)} hours`,
  );
  expect(text).toContain(`At most ${WAITING_MAX} events wait`);
  expect(text).toContain(`The last ${LOG_SLOTS} deliveries`);
  expect(ATTEMPT_MAX_MS).toBe(10_000);
});
