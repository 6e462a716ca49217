import { pathToFileURL } from 'node:url';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { redirectOutput } from './log-sink.ts';
import type { HostedFunction, InvokeMessage, WorkerMessage, WorkerSettings } from './protocol.ts';

/** The Lambda runtime: loads the bundled module of a function once, then answers invocations. */

const nameOf = (error: unknown) => (error instanceof Error ? error.name : 'Error');
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function lambdaContext(settings: WorkerSettings, requestId: string, deadlineMs: number) {
  return {
    callbackWaitsForEmptyEventLoop: true,
    functionName: settings.functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: settings.functionArn,
    memoryLimitInMB: String(settings.memoryMb),
    awsRequestId: requestId,
    logGroupName: `/aws/lambda/${settings.functionName}`,
    logStreamName: 'local',
    getRemainingTimeInMillis: () => Math.max(0, deadlineMs - Date.now()),
  };
}

function returned(id: number, result: unknown): WorkerMessage {
  if (
    result === null ||
    typeof result !== 'object' ||
    !('body' in result) ||
    typeof result.body !== 'string'
  ) {
    return ['returned', id, JSON.stringify(result), undefined];
  }
  const { body, ...rest } = result;
  return ['returned', id, JSON.stringify(rest), body];
}

type Handler = (event: unknown, context: ReturnType<typeof lambdaContext>) => unknown;

/** Loads a function, and answers what comes to its port from then on. */
async function serve(settings: WorkerSettings, port: MessagePort, flushOutput: () => void): Promise<void> {
  /** The output of an invocation is in the file before its answer is seen. */
  const post = (message: WorkerMessage) => {
    flushOutput();
    port.postMessage(message);
  };
  const say = (error: unknown) =>
    console.error(
      JSON.stringify({ level: 'ERROR', function: settings.functionName, error: messageOf(error) }),
    );
  try {
    const module: Record<string, unknown> = await import(pathToFileURL(settings.file).href);
    const handler = module[settings.handler];
    if (typeof handler !== 'function') throw new Error(`${settings.handler} is not an exported function`);
    const invoke: Handler = (event, context) => handler(event, context);
    port.on('message', async ([id, requestId, event, deadlineMs]: InvokeMessage) => {
      try {
        const context = lambdaContext(settings, requestId, deadlineMs);
        post(returned(id, await invoke(JSON.parse(event), context)));
      } catch (error) {
        say(error);
        post(['threw', id, nameOf(error), messageOf(error)]);
      }
    });
    post(['ready']);
  } catch (error) {
    say(error);
    post(['init_failed', nameOf(error), messageOf(error)]);
  }
}

/** Serves the functions that come to the thread, one loaded after another, each with an environment of its own. */
function host(port: MessagePort, flushOutput: () => void): void {
  let loading = Promise.resolve();
  port.on('message', ({ settings, environment, port: own }: HostedFunction) => {
    loading = loading.then(() => {
      // A function keeps the environment that it finds while it is loaded.
      process.env = { ...environment };
      return serve(settings, own, flushOutput);
    });
  });
}

const settings: WorkerSettings | { readonly logFile: string } = workerData;
if (parentPort === null) throw new Error('This module runs as a worker thread.');
const flushOutput = redirectOutput(settings.logFile);
if ('file' in settings) await serve(settings, parentPort, flushOutput);
else host(parentPort, flushOutput);
