import { parentPort, workerData } from 'node:worker_threads';
import { createEngineClient } from '../../aws/proxy/engine-client.ts';
import { DYNAMODB_RULES, ServiceProxy } from '../../aws/proxy/proxy.ts';
import { Report } from '../../aws/proxy/report.ts';
import { startProxyServer } from '../../aws/proxy/server.ts';
import type { RulesReadyMessage } from './service-rules.ts';

/**
 * Runs a proxy in a worker thread. The proxy enforces the rules of DynamoDB and forwards requests to the embedded
 * database engine. Eventually consistent reads return current data. An error in the proxy ends the thread.
 */

const { engine }: { engine: string } = workerData;
const rules = { ...DYNAMODB_RULES, lagMs: 0 };
const proxy = new ServiceProxy({
  engine: createEngineClient(engine),
  roles: new Map(),
  report: new Report(),
  rules,
});
const server = await startProxyServer(proxy, (error) => {
  throw error;
});
const ready: RulesReadyMessage = { endpoint: server.endpoint };
parentPort?.postMessage(ready);
