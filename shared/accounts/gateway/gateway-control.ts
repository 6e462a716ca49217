import {
  APIGatewayClient,
  ConflictException,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
  DeleteApiKeyCommand,
  LimitExceededException,
  NotFoundException,
  paginateGetApiKeys,
  paginateGetUsagePlanKeys,
} from '@aws-sdk/client-api-gateway';

/** What of API Gateway's control plane the service uses: gateway keys and their usage plans. */
export interface GatewayControl {
  /** Makes a key, or finds the one of the same value and name. Undefined when the account has no room for more. */
  createKey(key: { readonly name: string; readonly value: string }): Promise<string | undefined>;
  /** Puts a key into a plan; it may be there already. */
  assign(keyId: string, usagePlanId: string): Promise<void>;
  /** Names and ids of all keys in a plan. */
  keysIn(usagePlanId: string): AsyncIterable<readonly { readonly id: string; readonly name: string }[]>;
  /** Deletes a key with its places in plans; it may be gone already. */
  deleteKey(keyId: string): Promise<void>;
}

export interface GatewayControlOptions {
  readonly region: string;
  /** Another control plane than AWS's own; it is sent no credentials of AWS. */
  readonly endpoint?: string | undefined;
}

/** The control plane takes about five calls a second of an account: the SDK waits and tries again this often in all. */
const ATTEMPTS_MAX = 5;
const TIMEOUT_MS = 5_000;
const PAGE_SIZE_MAX = 500;

/** Stands in for the SDK's exception, which the SDK would take for throttling and wait out in vain. */
class AccountFullError extends Error {}

function createClient({ region, endpoint }: GatewayControlOptions): APIGatewayClient {
  const client = new APIGatewayClient({
    region,
    maxAttempts: ATTEMPTS_MAX,
    requestHandler: {
      connectionTimeout: TIMEOUT_MS,
      requestTimeout: TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
    ...(endpoint === undefined
      ? {}
      : { endpoint, credentials: { accessKeyId: 'local', secretAccessKey: 'local' } }),
  });
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        if (!(error instanceof LimitExceededException)) throw error;
        throw new AccountFullError('A quota of the account is used up', { cause: error });
      }
    },
    { name: 'accountFull', step: 'deserialize', priority: 'high' },
  );
  return client;
}

/** The control plane. What it refuses is thrown as the SDK's exception of that name. */
export function gatewayControl(options: GatewayControlOptions): GatewayControl {
  const client = createClient(options);
  return {
    async createKey({ name, value }) {
      try {
        return (await client.send(new CreateApiKeyCommand({ name, value, enabled: true }))).id;
      } catch (error) {
        if (error instanceof AccountFullError) return undefined;
        const known = error instanceof ConflictException ? await findKey(client, name) : undefined;
        if (known === undefined) throw error;
        return known;
      }
    },
    async assign(keyId, usagePlanId) {
      try {
        await client.send(new CreateUsagePlanKeyCommand({ keyId, usagePlanId, keyType: 'API_KEY' }));
      } catch (error) {
        // A conflict may also mean a concurrent change, so only a read can decide.
        if (!(error instanceof ConflictException)) throw error;
        if (!(await isIn(client, keyId, usagePlanId))) throw error;
      }
    },
    keysIn: (usagePlanId) => keysOf(client, usagePlanId),
    async deleteKey(keyId) {
      try {
        await client.send(new DeleteApiKeyCommand({ apiKey: keyId }));
      } catch (error) {
        if (!(error instanceof NotFoundException)) throw error;
      }
    },
  };
}

/** Names and ids of a plan's keys, a page at a time. */
async function* keysOf(client: APIGatewayClient, usagePlanId: string) {
  const pages = paginateGetUsagePlanKeys({ client, pageSize: PAGE_SIZE_MAX }, { usagePlanId });
  for await (const { items = [] } of pages) {
    yield items.flatMap(({ id, name }) => (id === undefined || name === undefined ? [] : [{ id, name }]));
  }
}

/** Whether a key is in a plan. */
async function isIn(client: APIGatewayClient, keyId: string, usagePlanId: string): Promise<boolean> {
  for await (const keys of keysOf(client, usagePlanId)) {
    if (keys.some(({ id }) => id === keyId)) return true;
  }
  return false;
}

/** The id of the key of exactly this name: the control plane looks for names that start with it. */
async function findKey(client: APIGatewayClient, nameQuery: string): Promise<string | undefined> {
  for await (const { items = [] } of paginateGetApiKeys({ client, pageSize: PAGE_SIZE_MAX }, { nameQuery })) {
    const key = items.find(({ name }) => name === nameQuery);
    if (key !== undefined) return key.id;
  }
  return undefined;
}
