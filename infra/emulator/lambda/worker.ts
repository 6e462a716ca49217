import { pathToFileURL } from 'node:url';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { redirectOutput } from './log-sink.ts';
import type { HostedFunction, InvokeMessage, WorkerMessage, WorkerSettings } from './protocol.ts';

/**
 * This module is the Lambda runtime in a worker thread. It loads a function's bundle once and then runs its
 * invocations.
 */

const errorNameOf = (error: unknown) => (error instanceof Error ? error.name : 'Error');
const errorMessage = (error: unknown) => (error instanceof Error ? error.message : String(error));

function createLambdaContext(settings: WorkerSettings, requestId: string, deadlineMs: number) {
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

function buildReturnedMessage(id: number, result: unknown): WorkerMessage {
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

type LambdaHandler = (event: unknown, context: ReturnType<typeof createLambdaContext>) => unknown;

/** Loads a function, then runs the invocations that arrive at its port. */
async function serveInvocations(
  settings: WorkerSettings,
  port: MessagePort,
  flushOutput: () => void,
): Promise<void> {
  /** Writes the pending output first, so that the log file is complete when the caller gets the result. */
  const post = (message: WorkerMessage) => {
    flushOutput();
    port.postMessage(message);
  };
  const say = (error: unknown) =>
    console.error(
      JSON.stringify({ level: 'ERROR', function: settings.functionName, error: errorMessage(error) }),
    );
  try {
    const handlerModule: Record<string, unknown> = await import(pathToFileURL(settings.file).href);
    const handler = handlerModule[settings.handler];
    if (typeof handler !== 'function') throw new Error(`${settings.handler} is not an exported function`);
    const invoke: LambdaHandler = (event, context) => handler(event, context);
    port.on('message', async ([id, requestId, event, deadlineMs]: InvokeMessage) => {
      try {
        const context = createLambdaContext(settings, requestId, deadlineMs);
        post(buildReturnedMessage(id, await invoke(JSON.parse(event), context)));
      } catch (error) {
        say(error);
        post(['threw', id, errorNameOf(error), errorMessage(error)]);
      }
    });
    post(['ready']);
  } catch (error) {
    say(error);
    post(['init_failed', errorNameOf(error), errorMessage(error)]);
  }
}

function serveHostedFunctions(port: MessagePort, flushOutput: () => void): void {
  let loadingPromise = Promise.resolve();
  port.on('message', ({ settings, environment, port: own }: HostedFunction) => {
    loadingPromise = loadingPromise.then(() => {
      // Each function needs its own environment object, because a loaded function keeps its reference to `process.env`.
      process.env = { ...environment };
      return serveInvocations(settings, own, flushOutput);
    });
  });
}

const settings: WorkerSettings | { readonly logFile: string } = workerData;
if (parentPort === null) throw new Error('This module runs as a worker thread.');
const flushOutput = redirectOutput(settings.logFile);
if ('file' in settings) await serveInvocations(settings, parentPort, flushOutput);
else serveHostedFunctions(parentPort, flushOutput);
