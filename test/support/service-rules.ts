import { engineClient } from '../aws/proxy/engine-client.ts';
import { SERVICE_RULES, ServiceProxy } from '../aws/proxy/proxy.ts';
import { Report } from '../aws/proxy/report.ts';
import { startProxyServer } from '../aws/proxy/server.ts';
import { type EmbeddedTable, startTable } from './engine/embedded-table.ts';
import { openEngine } from './engine/engine.ts';

/** An engine where transactions conflict as the service's do: that of the run, or the embedded one behind a proxy. */
async function openConflictingEngine() {
  const engine = await openEngine();
  if (engine.process === undefined) return engine;
  const direct = engineClient(engine.endpoint);
  const rules = { ...SERVICE_RULES, lagMs: 0 };
  const proxy = new ServiceProxy({ engine: direct, roles: new Map(), report: new Report(), rules });
  const server = await startProxyServer(proxy, (error) => {
    throw error;
  });
  return {
    endpoint: `${server.endpoint}/tests`,
    stop: async () => {
      await server.stop();
      direct.stop();
      await engine.stop();
    },
  };
}

/** The service's table where an item is part of one transaction at a time, each of which takes 10 ms. */
export function startConflictingTable(): Promise<EmbeddedTable> {
  return startTable('test', openConflictingEngine);
}
