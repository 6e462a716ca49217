import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort, LOOPBACK_ADDRESS } from '../../../infra/emulator/process/port.ts';
import { startWhenReady } from '../../../infra/emulator/process/ready.ts';
import { PROJECT_ROOT } from '../../../infra/root.ts';
import { fetchTool, requireTool } from './tool.ts';

const POM = join(import.meta.dirname, 'pom.xml');
const MAIN_CLASS_NAME = 'com.amazonaws.services.dynamodbv2.local.main.ServerRunner';

/** Heap of the engine in megabytes. It holds the tables of all tests at once. */
const HEAP_MB = 1_536;

function readRequiredVersion(): string {
  const version = /<artifactId>DynamoDBLocal<\/artifactId>\s*<version>([\d.]+)</.exec(
    readFileSync(POM, 'utf8'),
  );
  if (version?.[1] === undefined) throw new Error(`${POM} contains no version of DynamoDBLocal. Add one.`);
  return version[1];
}

/** Returns the folder of the engine's jars and native libraries. Downloads them if they are missing. */
async function install(): Promise<string> {
  const folder = join(PROJECT_ROOT, '.local', 'dynamodb-local', readRequiredVersion());
  if (existsSync(folder)) return folder;
  const maven = requireTool(
    'mvn',
    "To download Amazon's DynamoDB Local, install Maven (on Debian: apt install maven).",
  );
  const making = `${folder}.${process.pid}.making`;
  mkdirSync(making, { recursive: true });
  try {
    const options = ['--quiet', '--batch-mode', '--no-transfer-progress', '--file', POM];
    await fetchTool("Amazon's DynamoDB Local", maven, [
      ...options,
      'dependency:copy-dependencies',
      `-DoutputDirectory=${making}`,
    ]);
    renameSync(making, folder);
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
  return folder;
}

export interface DynamoDbLocal {
  readonly endpoint: string;
  readonly version: string;
  stop(): Promise<void>;
}

/**
 * Starts Amazon's DynamoDB Local in memory, shared by all callers.
 *
 * @throws MissingToolError without Java, or without Maven before the first run
 */
export async function startDynamoDbLocal(): Promise<DynamoDbLocal> {
  const java = requireTool('java', "To run Amazon's DynamoDB Local, install Java 17 or later.");
  const folder = await install();
  const port = await findFreePort();
  const child = await startWhenReady({
    command: java,
    args: [
      `-Xmx${HEAP_MB}m`,
      `-Djava.library.path=${folder}`,
      '-cp',
      join(folder, '*'),
      MAIN_CLASS_NAME,
      '-inMemory',
      '-sharedDb',
      '-disableTelemetry',
      '-port',
      String(port),
    ],
    readyText: 'CorsParams:',
    // Maximum number of seconds until the Java process must be ready, even on a busy machine.
    withinSeconds: 120,
  });
  return {
    endpoint: `http://${LOOPBACK_ADDRESS}:${port}`,
    version: readRequiredVersion(),
    stop: () => child.stop(),
  };
}
