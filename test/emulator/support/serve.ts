import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Gateway } from '../../../infra/emulator/gateway/gateway.ts';
import { startServer } from '../../../infra/emulator/gateway/http/server.ts';
import { readApiFromTemplate } from '../../../infra/emulator/gateway/template/read-api.ts';
import { LocalFunctions } from '../../../infra/emulator/lambda/functions.ts';
import { readAssembly } from '../../../infra/emulator/template/assembly.ts';
import { type Resources, writeAssembly } from './assembly.ts';

export interface Served {
  origin: string;
  port: number;
  functions: LocalFunctions;
  directory: string;
  logFile: string;
  fetch(path: string, options?: RequestInit): Promise<Response>;
  /** Sends raw bytes. Resolves to everything that the server sends before it closes the connection. */
  raw(text: string): Promise<string>;
  stop(): Promise<void>;
}

/** Serves a template of a test with its functions, without database and jobs. */
export async function serve(
  resources: Resources,
  code: Readonly<Record<string, string>>,
  now: () => number = Date.now,
): Promise<Served> {
  const directory = writeAssembly(resources, code);
  const logFile = join(directory, 'functions.log');
  const assembly = readAssembly(directory);
  const functions = new LocalFunctions({ assembly, endpoint: 'http://127.0.0.1:1', logFile });
  const failures: unknown[] = [];
  const gateway = new Gateway({
    api: readApiFromTemplate(assembly.resources, functions),
    now,
    onError: (error) => failures.push(error),
  });
  const server = await startServer(gateway, 0);
  const origin = `http://127.0.0.1:${server.port}`;
  return {
    origin,
    port: server.port,
    functions,
    directory,
    logFile,
    fetch: (path, options) => fetch(origin + path, options),
    raw: (text) =>
      new Promise((resolve, reject) => {
        let received = '';
        const socket = connect(server.port, '127.0.0.1', () => socket.write(text));
        socket.setEncoding('utf8').on('data', (chunk: string) => {
          received += chunk;
        });
        socket.once('close', () => resolve(received));
        socket.once('error', reject);
      }),
    stop: async () => {
      await server.stop(0.1);
      await functions.stop();
      rmSync(directory, { recursive: true });
      if (failures.length > 0) throw failures[0];
    },
  };
}
