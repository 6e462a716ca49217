import { createServer, type ListenOptions, type Server } from 'node:net';

export const LOOPBACK_ADDRESS = '127.0.0.1';

/**
 * Listens on the port in `options`, or on a free port, of the loopback interface. Resolves to the port. Rejects
 * with the system's error (`EADDRINUSE`, `EACCES`, ...).
 */
export function listenOnLoopback(server: Server, options: ListenOptions = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: 0, ...options, host: LOOPBACK_ADDRESS }, () => {
      const address = server.address();
      if (address !== null && typeof address === 'object') resolve(address.port);
      else reject(new Error('The operating system named no port.'));
    });
  });
}

/** A port that no other program can listen on until it is released. */
export interface ReservedPort {
  readonly port: number;
  release(): Promise<void>;
}

/**
 * Reserves a port on the loopback interface; 0 means any free port. Rejects with the system's error if the port is in
 * use.
 */
export async function reservePort(port: number): Promise<ReservedPort> {
  const server = createServer((socket) => socket.destroy());
  const portNumber = await listenOnLoopback(server, { port });
  return { port: portNumber, release: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** Resolves to a free TCP port. Another program may take the port before the caller listens. */
export async function findFreePort(): Promise<number> {
  const { port, release } = await reservePort(0);
  await release();
  return port;
}
