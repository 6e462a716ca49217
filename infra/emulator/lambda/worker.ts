import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { redirectOutput } from './log-sink.ts';
import type { InvokeMessage, WorkerMessage, WorkerSettings } from './protocol.ts';

/** The Lambda runtime of one function: loads the bundled module once, then answers invocations. */

const settings: WorkerSettings = workerData;
const port = parentPort;
if (port === null) throw new Error('This module runs as a worker thread.');
const flushOutput = redirectOutput(settings.logFile);

/** The output of an invocation is in the file before its answer is seen. */
const post = (message: WorkerMessage) => {
  flushOutput();
  port.postMessage(message);
};

const nameOf = (error: unknown) => (error instanceof Error ? error.name : 'Error');
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

function lambdaContext(requestId: string, deadlineMs: number) {
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

async function invoke(handler: Handler, [id, requestId, event, deadlineMs]: InvokeMessage): Promise<void> {
  let answer: WorkerMessage;
  try {
    answer = returned(id, await handler(JSON.parse(event), lambdaContext(requestId, deadlineMs)));
  } catch (error) {
    console.error(
      JSON.stringify({ level: 'ERROR', function: settings.functionName, error: messageOf(error) }),
    );
    answer = ['threw', id, nameOf(error), messageOf(error)];
  }
  post(answer);
}

try {
  const module: Record<string, unknown> = await import(pathToFileURL(settings.file).href);
  const handler = module[settings.handler];
  if (typeof handler !== 'function') throw new Error(`${settings.handler} is not an exported function`);
  port.on('message', (message: InvokeMessage) => {
    void invoke((event, context) => handler(event, context), message);
  });
  post(['ready']);
} catch (error) {
  console.error(JSON.stringify({ level: 'ERROR', function: settings.functionName, error: messageOf(error) }));
  post(['init_failed', nameOf(error), messageOf(error)]);
}
