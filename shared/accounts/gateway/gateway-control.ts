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

/** The operations of API Gateway's control plane that the service uses. */
export interface GatewayControlPlane {
  /**
   * Creates a key and returns its id. If a key with the same name and value exists, its id is returned
   * instead. Returns undefined if the AWS account has reached its quota of keys.
   */
  createKey(key: { readonly name: string; readonly value: string }): Promise<string | undefined>;
  /** Adds a key to a usage plan. Does nothing if the plan already contains the key. */
  assign(keyId: string, usagePlanId: string): Promise<void>;
  keysIn(usagePlanId: string): AsyncIterable<readonly { readonly id: string; readonly name: string }[]>;
  /** Deletes a key and removes it from its usage plans. Does nothing if the key does not exist. */
  deleteKey(keyId: string): Promise<void>;
}

export interface GatewayControlOptions {
  readonly region: string;
  /** URL of a local control plane that replaces AWS. No AWS credentials are sent to it. */
  readonly endpoint?: string | undefined;
}

/**
 * Maximum number of attempts of the SDK per call. Retries are needed because the control plane accepts only
 * about five calls per second per AWS account.
 */
const ATTEMPTS_MAX = 5;
const CONTROL_PLANE_TIMEOUT_MS = 5_000;
const PAGE_SIZE_MAX = 500;

/**
 * Thrown instead of the SDK's LimitExceededException if the AWS account has reached its quota of keys. The SDK
 * would treat its own exception as throttling and retry without success.
 */
class KeyQuotaReachedError extends Error {}

function createApiGatewayClient({ region, endpoint }: GatewayControlOptions): APIGatewayClient {
  const client = new APIGatewayClient({
    region,
    maxAttempts: ATTEMPTS_MAX,
    requestHandler: {
      connectionTimeout: CONTROL_PLANE_TIMEOUT_MS,
      requestTimeout: CONTROL_PLANE_TIMEOUT_MS,
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
        throw new KeyQuotaReachedError('A quota of the account is used up', { cause: error });
      }
    },
    { name: 'accountFull', step: 'deserialize', priority: 'high' },
  );
  return client;
}

export function createGatewayControl(options: GatewayControlOptions): GatewayControlPlane {
  const client = createApiGatewayClient(options);
  return {
    async createKey({ name, value }) {
      try {
        return (await client.send(new CreateApiKeyCommand({ name, value, enabled: true }))).id;
      } catch (error) {
        if (error instanceof KeyQuotaReachedError) return undefined;
        const existingKeyId =
          error instanceof ConflictException ? await findGatewayKeyId(client, name) : undefined;
        if (existingKeyId === undefined) throw error;
        return existingKeyId;
      }
    },
    async assign(keyId, usagePlanId) {
      try {
        await client.send(new CreateUsagePlanKeyCommand({ keyId, usagePlanId, keyType: 'API_KEY' }));
      } catch (error) {
        // A conflict has two possible causes: the plan already contains the key, or the plan is being changed
        // concurrently. Therefore the keys of the plan are read.
        if (!(error instanceof ConflictException)) throw error;
        if (!(await isKeyInPlan(client, keyId, usagePlanId))) throw error;
      }
    },
    keysIn: (usagePlanId) => readPlanKeyPages(client, usagePlanId),
    async deleteKey(keyId) {
      try {
        await client.send(new DeleteApiKeyCommand({ apiKey: keyId }));
      } catch (error) {
        if (!(error instanceof NotFoundException)) throw error;
      }
    },
  };
}

async function* readPlanKeyPages(client: APIGatewayClient, usagePlanId: string) {
  const pages = paginateGetUsagePlanKeys({ client, pageSize: PAGE_SIZE_MAX }, { usagePlanId });
  for await (const { items = [] } of pages) {
    yield items.flatMap(({ id, name }) => (id === undefined || name === undefined ? [] : [{ id, name }]));
  }
}

async function isKeyInPlan(client: APIGatewayClient, keyId: string, usagePlanId: string): Promise<boolean> {
  for await (const keys of readPlanKeyPages(client, usagePlanId)) {
    if (keys.some(({ id }) => id === keyId)) return true;
  }
  return false;
}

/**
 * Returns the id of the key with exactly this name. The comparison is needed because the control plane
 * searches by prefix.
 */
async function findGatewayKeyId(client: APIGatewayClient, keyName: string): Promise<string | undefined> {
  for await (const { items = [] } of paginateGetApiKeys(
    { client, pageSize: PAGE_SIZE_MAX },
    { nameQuery: keyName },
  )) {
    const key = items.find(({ name }) => name === keyName);
    if (key !== undefined) return key.id;
  }
  return undefined;
}
