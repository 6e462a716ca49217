import { Agent, get } from 'node:http';
import { parentPort } from 'node:worker_threads';

/**
 * Requests one URL over many connections at once. It runs in a separate thread, so that the server's thread only
 * serves.
 */

export interface LoadRequest {
  url: string;
  headers: Record<string, string>;
  requests: number;
  connections: number;
}

export interface LoadResult {
  requestsPerSecond: number;
  statuses: Record<number, number>;
}

function ask(url: string, headers: Record<string, string>, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers, agent }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode ?? 0));
    });
    request.once('error', reject);
  });
}

async function load({ url, headers, requests, connections }: LoadRequest): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const statuses: Record<number, number> = {};
  let started = 0;
  const startedMs = performance.now();
  const connection = async () => {
    while (started < requests) {
      started += 1;
      const status = await ask(url, headers, agent);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  const seconds = (performance.now() - startedMs) / 1000;
  agent.destroy();
  return { requestsPerSecond: requests / seconds, statuses };
}

parentPort?.on('message', (request: LoadRequest) => {
  void load(request).then((result) => parentPort?.postMessage(result));
});
