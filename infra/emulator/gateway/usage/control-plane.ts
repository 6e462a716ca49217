import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import * as z from 'zod';
import { LOOPBACK_ADDRESS, listenOnLoopback } from '../../process/port.ts';
import type { UsagePlans } from './usage-plans.ts';

const storedKeySchema = z.object({
  id: z.string(),
  name: z.string(),
  value: z.string(),
  enabled: z.boolean(),
  usagePlanId: z.string().optional(),
});
type StoredKey = z.infer<typeof storedKeySchema>;

const newKeySchema = z.object({ name: z.string(), value: z.string().min(20).max(128), enabled: z.boolean() });
const newPlanKeySchema = z.object({ keyId: z.string(), keyType: z.literal('API_KEY') });

interface ControlPlaneResponse {
  readonly status: number;
  readonly body?: unknown;
  /** Name of the AWS exception, sent in the `x-amzn-errortype` header. */
  readonly type?: string;
}

const NOT_FOUND_RESPONSE: ControlPlaneResponse = {
  status: 404,
  type: 'NotFoundException',
  body: { message: 'Invalid identifier' },
};
const CONFLICT_RESPONSE: ControlPlaneResponse = {
  status: 409,
  type: 'ConflictException',
  body: { message: 'It exists already' },
};
const BAD_REQUEST_RESPONSE: ControlPlaneResponse = {
  status: 400,
  type: 'BadRequestException',
  body: { message: 'Invalid request' },
};

/**
 * Creates and deletes gateway keys at run time, as API Gateway's control plane does. A file keeps the keys for the next
 * start, because stored credentials refer to them.
 */
export class ControlPlane {
  readonly #file: string | undefined;
  readonly #keys = new Map<string, StoredKey>();
  #plans: UsagePlans | undefined;
  #lastId = 0;

  /** @param file path of the file that stores the keys between runs; if undefined, the keys are only in memory */
  constructor(file?: string) {
    this.#file = file;
    if (file === undefined || !existsSync(file)) return;
    for (const key of z.array(storedKeySchema).parse(JSON.parse(readFileSync(file, 'utf8')))) {
      this.#keys.set(key.id, key);
      this.#lastId = Math.max(this.#lastId, Number.parseInt(key.id.slice('local'.length), 36));
    }
  }

  /** Adds the stored gateway keys to these usage plans, and also applies later changes of keys to them. */
  attach(usagePlans: UsagePlans): void {
    this.#plans = usagePlans;
    for (const key of this.#keys.values()) {
      usagePlans.addKey(key);
      if (key.usagePlanId !== undefined) usagePlans.assign(key.id, key.usagePlanId);
    }
  }

  handle(method: string, path: string, query: URLSearchParams, body: unknown): ControlPlaneResponse {
    const usagePlans = this.#plans;
    if (usagePlans === undefined) return { status: 503, type: 'ServiceUnavailableException' };
    const [resourceName, id, sub] = path.split('/').slice(1);
    if (resourceName === 'apikeys' && id === undefined) {
      return method === 'POST' ? this.#create(usagePlans, body) : this.#list(query.get('name') ?? '');
    }
    if (resourceName === 'apikeys' && id !== undefined && method === 'DELETE')
      return this.#delete(usagePlans, id);
    if (resourceName === 'usageplans' && id !== undefined && sub === 'keys') {
      return method === 'POST' ? this.#link(usagePlans, id, body) : this.#linked(id);
    }
    return NOT_FOUND_RESPONSE;
  }

  #create(usagePlans: UsagePlans, body: unknown): ControlPlaneResponse {
    const parsed = newKeySchema.safeParse(body);
    if (!parsed.success) return BAD_REQUEST_RESPONSE;
    if (usagePlans.keyByValue(parsed.data.value) !== undefined) return CONFLICT_RESPONSE;
    const key: StoredKey = { id: this.#newId(), ...parsed.data };
    this.#keys.set(key.id, key);
    usagePlans.addKey(key);
    this.#save();
    return { status: 201, body: key };
  }

  #newId(): string {
    this.#lastId += 1;
    return `local${this.#lastId.toString(36).padStart(5, '0')}`;
  }

  #list(keyNamePrefix: string): ControlPlaneResponse {
    const item = [...this.#keys.values()].filter(({ name }) => name.startsWith(keyNamePrefix));
    return { status: 200, body: { item: item.map(({ id, name }) => ({ id, name })) } };
  }

  #link(usagePlans: UsagePlans, planId: string, body: unknown): ControlPlaneResponse {
    const parsed = newPlanKeySchema.safeParse(body);
    if (!parsed.success) return BAD_REQUEST_RESPONSE;
    const key = this.#keys.get(parsed.data.keyId);
    if (key === undefined || usagePlans.plan(planId) === undefined) return NOT_FOUND_RESPONSE;
    if (key.usagePlanId !== undefined) return CONFLICT_RESPONSE;
    key.usagePlanId = planId;
    usagePlans.assign(key.id, planId);
    this.#save();
    return { status: 201, body: { id: key.id, type: 'API_KEY' } };
  }

  #linked(planId: string): ControlPlaneResponse {
    const keysOfPlan = [...this.#keys.values()].filter(({ usagePlanId }) => usagePlanId === planId);
    return { status: 200, body: { item: keysOfPlan.map(({ id, name }) => ({ id, name })) } };
  }

  #delete(usagePlans: UsagePlans, id: string): ControlPlaneResponse {
    if (!this.#keys.delete(id)) return NOT_FOUND_RESPONSE;
    usagePlans.removeKey(id);
    this.#save();
    return { status: 202 };
  }

  #save(): void {
    if (this.#file === undefined) return;
    const temporaryFile = `${this.#file}.new`;
    writeFileSync(temporaryFile, JSON.stringify([...this.#keys.values()]), { mode: 0o600 });
    renameSync(temporaryFile, this.#file);
  }
}

async function answerRequest(controlPlane: ControlPlane, request: IncomingMessage, response: ServerResponse) {
  const body: AsyncIterable<Uint8Array> = request;
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  const url = new URL(request.url ?? '/', 'http://local');
  const requestBody = text === '' ? undefined : JSON.parse(text);
  const answer = controlPlane.handle(request.method ?? 'GET', url.pathname, url.searchParams, requestBody);
  response.writeHead(answer.status, {
    'content-type': 'application/json',
    ...(answer.type === undefined ? {} : { 'x-amzn-errortype': answer.type }),
  });
  response.end(answer.body === undefined ? '' : JSON.stringify(answer.body));
}

export interface ControlPlaneServer {
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** Serves the control plane on a free loopback port. */
export async function startControlPlane(controlPlane: ControlPlane): Promise<ControlPlaneServer> {
  const server = createServer((request, response) => {
    answerRequest(controlPlane, request, response).catch((error: unknown) => {
      response.writeHead(400, { 'x-amzn-errortype': 'BadRequestException' }).end(String(error));
    });
  });
  const port = await listenOnLoopback(server);
  return {
    endpoint: `http://${LOOPBACK_ADDRESS}:${port}`,
    stop: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}
