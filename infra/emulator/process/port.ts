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

/** A port that nobody else can listen on until it is released. */
export interface HeldPort {
  readonly port: number;
  release(): Promise<void>;
}

/** Holds a port of the loopback interface, a free one for 0. Rejects with the system's error where it is taken. */
export async function holdPort(port: number): Promise<HeldPort> {
  const server = createServer((socket) => socket.destroy());
  const held = await listen(server, { port });
  return { port: held, release: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** Resolves to a TCP port that was free on the loopback interface a moment ago. */
export async function freePort(): Promise<number> {
  const { port, release } = await holdPort(0);
  await release();
  return port;
}
