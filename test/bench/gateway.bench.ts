import { once } from 'node:events';
import { createServer } from 'node:http';
import { Worker } from 'node:worker_threads';
import { listenOnLoopback } from '../../infra/emulator/process/port.ts';
import {
  buildUsagePlanResources,
  CREDENTIAL_AND_KEY_SECURITY,
  lambda,
  method,
  restApi,
} from '../emulator/support/assembly.ts';
import { serve } from '../emulator/support/serve.ts';
import { startE2e } from '../support/e2e/stack.ts';
import type { LoadRequest, LoadResult } from './support/load-worker.ts';

/**
 * Measures the throughput of the local gateway and of a plain node:http server that sends the same bytes, in one run.
 */

const BODY = JSON.stringify({ success: true, data: [], meta: {} });
const HANDLER_SOURCE = `export const handler = async () => ({ statusCode: 200, body: ${JSON.stringify(BODY)} });`;
const KEY = 'k'.repeat(20);
const AUTHORIZER = `export const handler = async ({ methodArn }) => ({
  principalId: 'user', usageIdentifierKey: '${KEY}',
  policyDocument: { Statement: [{ Effect: 'Allow', Action: 'execute-api:Invoke', Resource: methodArn.replace(/GET.*/, '*') }] },
});`;

const client = new Worker(new URL('./support/load-worker.ts', import.meta.url));

async function measure(request: LoadRequest): Promise<LoadResult> {
  client.postMessage(request);
  const [result] = await once(client, 'message');
  return result;
}

const gateway = await serve(
  {
    ...restApi({
      methods: [
        method('GET', '/v1/open', 'Answer'),
        method('GET', '/v1/guarded/{id}', 'Answer', { security: CREDENTIAL_AND_KEY_SECURITY }),
      ],
      authorizer: { functionId: 'Decide' },
      extensions: { 'x-amazon-apigateway-api-key-source': 'AUTHORIZER' },
    }),
    ...buildUsagePlanResources('Plan', KEY, { Throttle: { RateLimit: 1e6, BurstLimit: 1e6 } }),
    Decide: lambda('decide'),
    Answer: lambda('answer'),
  },
  { decide: AUTHORIZER, answer: HANDLER_SOURCE },
);
const plainServer = createServer((_, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(BODY);
});
const barePort = await listenOnLoopback(plainServer);
const service = await startE2e({ catalogSize: 2000 });

const headers = { 'X-API-KEY': 'some-credential' };
const targets: [name: string, request: Omit<LoadRequest, 'connections'>][] = [
  ['bare node:http', { url: `http://127.0.0.1:${barePort}/`, headers, requests: 20_000 }],
  ['gateway, unknown path', { url: `${gateway.origin}/v1/none`, headers, requests: 20_000 }],
  ['gateway, empty function', { url: `${gateway.origin}/v1/open`, headers, requests: 20_000 }],
  [
    '  with authorizer and usage plan',
    { url: `${gateway.origin}/v1/guarded/1?a=b`, headers, requests: 20_000 },
  ],
  [
    'service, GET /strategies',
    {
      url: `${service.baseUrl}/strategies?chain=ethereum`,
      headers: { 'X-API-KEY': service.keys.enterprise },
      requests: 4_000,
    },
  ],
];

const ROUNDS = 3;
const best = new Map<string, LoadResult>();
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [name, request] of targets) {
    const result = await measure({ ...request, connections: 32 });
    const before = best.get(name);
    if (before === undefined || result.requestsPerSecond > before.requestsPerSecond) best.set(name, result);
  }
}
const reference = best.get('bare node:http')?.requestsPerSecond ?? 0;
console.log(`Best of ${ROUNDS} rounds, 32 connections; ratio to the bare server of the same run`);
for (const [name, { requestsPerSecond, statuses }] of best) {
  const ratio = (requestsPerSecond / reference).toFixed(2);
  console.log(
    `${name.padEnd(34)} ${requestsPerSecond.toFixed(0).padStart(7)}/s  ${ratio}  ${JSON.stringify(statuses)}`,
  );
}
plainServer.close();
await client.terminate();
await gateway.stop();
await service.stop();
