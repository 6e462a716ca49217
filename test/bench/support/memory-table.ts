import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

type Item = Readonly<Record<string, unknown>>;

/** The credential of every caller: a key of an account with a full bucket. */
const CREDENTIAL = {
  id: 'key_bench',
  hash: 'hash of key_bench',
  kind: 'api_key',
  user_id: 'usr_bench',
  scopes: ['strategies:read', 'market:read'],
  status: 'active',
  hint: 'yk_live_0000',
  created_at: '2026-01-01T00:00:00.000Z',
};

/** The item of the account that owns the key. Updates do not change it. */
const ACCOUNT = {
  full_at_micros: 0,
  cache_version: 1,
  version: 1,
  status: 'active',
  role: 'user',
  plan: 'enterprise',
  requests_per_minute: 1_000_000,
  burst: 1_000_000,
  counts: {},
};

/** Returns the credential item or the account item for its partition key. Returns undefined for any other key. */
function constantItemOf(pk: unknown): Item | undefined {
  const prefix = String(pk).split('#')[0];
  return prefix === 'CRED' ? CREDENTIAL : prefix === 'LIMIT' ? ACCOUNT : undefined;
}

/**
 * Replaces the database by memory in this thread, so that measurements do not include database calls. It replaces
 * `send` of every document client. Every update returns the account item. `reads` returns the number of reads, except
 * those of the credential and the account.
 */
export function installMemoryTable(): { readonly reads: () => number } {
  const items = new Map<string, Item>();
  const keyOf = ({ pk, sk }: Item) => `${pk}\n${sk}`;
  let reads = 0;
  const answer = (kind: string, input: { Key?: Item; Item?: Item }) => {
    if (kind === 'UpdateCommand') return { Attributes: ACCOUNT };
    if (kind === 'PutCommand' && input.Item !== undefined) items.set(keyOf(input.Item), input.Item);
    if (kind === 'GetCommand' && input.Key !== undefined) {
      const known = constantItemOf(input.Key.pk);
      if (known !== undefined) return { Item: known };
      reads += 1;
      return { Item: items.get(keyOf(input.Key)) };
    }
    return {};
  };
  Object.defineProperty(DynamoDBDocumentClient.prototype, 'send', {
    value: async (command: { input: { Key?: Item; Item?: Item }; constructor: { name: string } }) =>
      answer(command.constructor.name, command.input),
  });
  return { reads: () => reads };
}
