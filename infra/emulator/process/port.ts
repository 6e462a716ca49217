import { createServer, type ListenOptions, type Server } from 'node:net';

export const LOOPBACK = '127.0.0.1';

/**
 * Listens on the loopback interface, on a free port unless one is asked for, and resolves to the port. Rejects with
 * the system's error (`EADDRINUSE`, `EACCES`, ...).
 */
export function listen(server: Server, options: ListenOptions = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: 0, ...options, host: LOOPBACK }, () => {
      const address = server.address();
      if (address !== null && typeof address === 'object') resolve(address.port);
      else reject(new Error('The operating system named no port.'));
    });
  });
}

async function tryPort(port: number): Promise<number> {
  const server = createServer();
  const taken = await listen(server, { port });
  await new Promise((resolve) => server.close(resolve));
  return taken;
}

/** Resolves to a TCP port that was free on the loopback interface a moment ago. */
export function freePort(): Promise<number> {
  return tryPort(0);
}

/** Rejects with the system's error where the port cannot be listened on. */
export async function assertPortFree(port: number): Promise<void> {
  await tryPort(port);
}
