import { mkdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { findFreePort, LOOPBACK_ADDRESS } from '../../infra/emulator/process/port.ts';
import { startWhenReady } from '../../infra/emulator/process/ready.ts';
import { createScratchFolder } from '../../infra/emulator/process/scratch.ts';
import { installPythonTools } from '../aws/lint/python-tools.ts';

export const REGION = 'us-east-1';
const CREDENTIALS = { accessKeyId: 'test', secretAccessKey: 'test' } as const;
const START_TIMEOUT_SECONDS = 60;

/** An AWS account of ministack on a loopback port. */
export interface Emulator {
  readonly endpoint: string;
  /** Options for clients of the AWS SDK. */
  readonly client: {
    readonly endpoint: string;
    readonly region: string;
    readonly credentials: typeof CREDENTIALS;
  };
  /** Environment variables with which command line tools use this account. */
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

/**
 * Starts an empty account. It keeps its files in a folder that is deleted at the end.
 *
 * @param settings settings of ministack, such as `{ AUTH: 'true' }`
 */
export async function startEmulator(settings: Readonly<Record<string, string>> = {}): Promise<Emulator> {
  const programs = await installPythonTools('ministack', join(import.meta.dirname, 'requirements.txt'));
  const port = await findFreePort();
  const scratch = createScratchFolder();
  const home = join(scratch, 'home');
  mkdirSync(home);
  const endpoint = `http://${LOOPBACK_ADDRESS}:${port}`;
  const variables = {
    BIND_HOST: LOOPBACK_ADDRESS,
    GATEWAY_PORT: String(port),
    HOME: home,
    TMPDIR: home,
    LOG_LEVEL: 'INFO',
    // Functions run on the Node of the project.
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
    ...settings,
  };
  const child = await startWhenReady({
    command: join(programs, 'python'),
    args: [
      join(import.meta.dirname, 'ministack_plus.py'),
      ...Object.entries(variables).map(([name, value]) => `${name}=${value}`),
    ],
    readyText: `Running on ${endpoint}`,
    scratch,
    withinSeconds: START_TIMEOUT_SECONDS,
  });
  let isStopped = false;
  child.exited.then(({ code, signal }) => {
    if (!isStopped) console.error(`ministack ended unexpectedly (${signal ?? code}):\n${child.output()}`);
  });
  return {
    endpoint,
    client: { endpoint, region: REGION, credentials: CREDENTIALS },
    environment: {
      AWS_ENDPOINT_URL: endpoint,
      AWS_ENDPOINT_URL_S3: endpoint,
      AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey,
      AWS_REGION: REGION,
      AWS_DEFAULT_REGION: REGION,
      // A separate home folder hides the configuration of the developer, and the other variables prevent external
      // calls.
      HOME: home,
      AWS_EC2_METADATA_DISABLED: 'true',
      CDK_DISABLE_CLI_TELEMETRY: 'true',
    },
    stop: () => {
      isStopped = true;
      return child.stop();
    },
  };
}
