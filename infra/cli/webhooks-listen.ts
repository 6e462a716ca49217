import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import {
  type Client,
  createClient,
  verifyWebhook,
  type WebhookEvent,
  WebhookVerificationError,
} from '../../clients/sdk/src/index.ts';
import { LOOPBACK_ADDRESS, listenOnLoopback } from '../emulator/process/port.ts';
import { describeOptionError } from './option-mistake.ts';
import { stopOnSignal } from './start/shutdown.ts';
import { UsageError } from './usage-error.ts';

const HELP = `Receives webhooks on this machine and prints each delivery with a valid signature.

Usage: npm run webhooks:listen -- --key KEY [--base-url URL] [--types TYPE,TYPE]
       npm run webhooks:listen -- --secret SECRET

  --key KEY         API key with which the command creates a webhook endpoint; at the end, it deletes this endpoint
  --base-url URL    address of the service (default http://127.0.0.1:3000/v1)
  --types LIST      event types, separated by commas (default: all)
  --secret SECRET   secret of an existing webhook endpoint; use it instead of --key to check the deliveries of this endpoint
  --port PORT       port to listen on (default 9000)
  --status STATUS   HTTP status of the answer to each delivery, for example 500 to test retries (default 204)
  --help            show this text

Exit codes: 0 done, 1 failed, 2 wrong usage.`;

export interface ListenOptions {
  readonly port: number;
  readonly status: number;
  readonly baseUrl: string;
  /** API key with which the listener creates a webhook endpoint. Without it, no endpoint is created. */
  readonly key?: string | undefined;
  readonly types?: readonly string[] | undefined;
  /** Secret of an existing endpoint, with which the listener verifies deliveries. */
  readonly secret?: string | undefined;
}

export interface WebhookListener {
  readonly url: string;
  /** Id of the created endpoint; undefined when no endpoint was created. */
  readonly endpointId?: string;
  /** Deletes the created endpoint and stops listening. */
  stop(): Promise<void>;
}

interface WebhookEndpoint {
  readonly id: string;
  readonly secret: string;
  remove(): Promise<void>;
}

/** Narrows the type without a check, because the service itself rejects unknown event types. */
const areEventTypes = (eventTypes: readonly string[] | undefined): eventTypes is WebhookEvent['type'][] =>
  eventTypes !== undefined;

async function createWebhookEndpoint(
  client: Client,
  url: string,
  eventTypes?: readonly string[],
): Promise<WebhookEndpoint> {
  const { data } = await client.notifications.createWebhook({
    url,
    description: 'npm run webhooks:listen',
    ...(areEventTypes(eventTypes) ? { types: eventTypes } : {}),
  });
  const deleteWebhookEndpoint = async () => {
    await client.notifications.deleteWebhook({ id: data.id });
  };
  return { id: data.id, secret: data.secret, remove: deleteWebhookEndpoint };
}

/**
 * Verifies one delivery. Returns its output line and whether its signature is valid. For a test delivery, also
 * returns the challenge.
 */
async function verifyDelivery(
  request: IncomingMessage,
  secret: string,
): Promise<{ line: string; isSignatureValid: boolean; challenge?: string | undefined }> {
  const body = await text(request);
  try {
    const event = await verifyWebhook(body, request.headers, secret);
    const { type, sequence, id, data } = event;
    const challenge = event.type === 'webhook.test' ? event.data.challenge : undefined;
    return {
      line: `${sequence}  ${type}  ${id}  ${JSON.stringify(data)}`,
      isSignatureValid: true,
      challenge,
    };
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return { line: `REFUSED  ${error.message}`, isSignatureValid: false };
  }
}

export async function listenForWebhooks(
  options: ListenOptions,
  print: (line: string) => void,
): Promise<WebhookListener> {
  let secret = options.secret;
  const server = createServer((request, response) => {
    const currentSecret = secret;
    const deliveryPromise =
      currentSecret === undefined ? Promise.resolve(undefined) : verifyDelivery(request, currentSecret);
    deliveryPromise.then(
      (delivery) => {
        if (delivery !== undefined) print(delivery.line);
        if (delivery?.challenge !== undefined) {
          response.writeHead(200).end(JSON.stringify({ challenge: delivery.challenge }));
        } else {
          response
            .writeHead(delivery === undefined ? 503 : delivery.isSignatureValid ? options.status : 400)
            .end();
        }
      },
      (error: unknown) => {
        print(`FAILED  ${error instanceof Error ? error.message : String(error)}`);
        response.writeHead(500).end();
      },
    );
  });
  const port = await listenOnLoopback(server, { port: options.port });
  const url = `http://${LOOPBACK_ADDRESS}:${port}/`;
  const closeServer = () => {
    server.close();
    server.closeAllConnections();
  };
  if (options.key === undefined) return { url, stop: async () => closeServer() };
  try {
    const client = createClient({ baseUrl: options.baseUrl, credential: options.key });
    const webhookEndpoint = await createWebhookEndpoint(client, url, options.types);
    ({ secret } = webhookEndpoint);
    // The service marks the endpoint as verified when the listener answers the challenge of a test delivery.
    await client.notifications.testWebhook({ id: webhookEndpoint.id });
    return { url, endpointId: webhookEndpoint.id, stop: () => webhookEndpoint.remove().finally(closeServer) };
  } catch (error) {
    closeServer();
    throw error;
  }
}

function parseWholeNumber(text: string, name: string, [min, max]: readonly [number, number]): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw new UsageError(`${name} must be a whole number from ${min} to ${max}`);
}

function parseArguments(args: readonly string[]): ListenOptions | undefined {
  const stringOption = { type: 'string' } as const;
  const optionsWithValue = {
    'base-url': stringOption,
    key: stringOption,
    types: stringOption,
    secret: stringOption,
    port: stringOption,
    status: stringOption,
  };
  let values: Partial<Record<keyof typeof optionsWithValue, string>> & { help?: boolean };
  try {
    ({ values } = parseArgs({
      args: [...args],
      options: { ...optionsWithValue, help: { type: 'boolean', short: 'h' } },
    }));
  } catch (error) {
    throw new UsageError(describeOptionError(error));
  }
  if (values.help === true) return undefined;
  if ((values.key === undefined) === (values.secret === undefined)) {
    throw new UsageError(
      'Give either --key or --secret. With --key, the command creates a webhook endpoint. With --secret, it checks the deliveries of an existing endpoint',
    );
  }
  return {
    port: parseWholeNumber(values.port ?? '9000', '--port', [0, 65_535]),
    status: parseWholeNumber(values.status ?? '204', '--status', [200, 599]),
    baseUrl: (values['base-url'] ?? 'http://127.0.0.1:3000/v1').replace(/\/$/, ''),
    key: values.key,
    types: values.types?.split(','),
    secret: values.secret,
  };
}

/** Stops the listener. Exits with 1 when the endpoint could not be deleted. */
async function stopListener(listener: WebhookListener): Promise<void> {
  try {
    await listener.stop();
  } catch (error) {
    process.stderr.write(
      `The webhook endpoint could not be deleted: ${String(error)}. Delete it with DELETE /webhooks/${listener.endpointId ?? '{id}'}.\n`,
    );
    process.exit(1);
  }
}

async function main(): Promise<void> {
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  try {
    const options = parseArguments(process.argv.slice(2));
    if (options === undefined) return print(HELP);
    const listener = await listenForWebhooks(options, print);
    print(`Listening at ${listener.url}, press Ctrl-C to stop.`);
    stopOnSignal(() => stopListener(listener));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

if (import.meta.main) await main();
