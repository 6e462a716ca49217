import { createServer } from 'node:net';

export const LOOPBACK = '127.0.0.1';

/** Resolves to a TCP port that was free on the loopback interface a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, LOOPBACK, () => {
      const address = server.address();
      server.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port);
        else reject(new Error('The operating system named no port.'));
      });
    });
  });
}

/** Rejects with the system's error (`EADDRINUSE`, `EACCES`, ...) where the port cannot be listened on. */
export function assertPortFree(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, LOOPBACK, () => server.close(() => resolve()));
  });
}
