import { createApiKey } from '../../../../../shared/accounts/keys/api-keys.ts';
import { SCOPES } from '../../../../../shared/platform/contract/scopes.ts';
import { UsageError } from '../../../usage-error.ts';
import {
  type Command,
  parseChoice,
  readPositionalArgument,
  readTextOption,
  USER_PLACEHOLDER,
} from '../../command.ts';
import { requireUser } from '../../users.ts';

function parseExpiry(text: string | undefined): string | undefined {
  if (text === undefined || !Number.isNaN(Date.parse(text))) return text;
  throw new UsageError(`--expires-at must be an ISO 8601 time such as 2026-01-31T12:00:00Z, not ${text}`);
}

export const keyIssueCommand: Command = {
  name: 'key issue',
  summary: 'Create an API key for a user',
  positionals: [USER_PLACEHOLDER],
  recorded: 'by_use_case',
  options: {
    name: {
      type: 'string',
      value: 'TEXT',
      summary: 'name of the key (default "Issued by an operator")',
    },
    scopes: {
      type: 'string',
      value: 'LIST',
      summary: 'scopes separated by commas (default: all read scopes)',
    },
    'expires-at': { type: 'string', value: 'TIME', summary: 'ISO 8601 time (default: never)' },
  },
  notes: `Scopes: ${SCOPES.join(', ')}.\n\`key issue\` shows the key only once. Copy the key at once.`,
  async run(commandContext) {
    const { values, now } = commandContext;
    const user = await requireUser(commandContext, readPositionalArgument(commandContext, 0));
    const scopes = readTextOption(values, 'scopes')
      ?.split(',')
      .map((scope) => parseChoice('--scopes', scope.trim(), SCOPES))
      .filter((scope) => scope !== undefined);
    const key = await createApiKey(
      commandContext,
      user.id,
      undefined,
      {
        name: readTextOption(values, 'name') ?? 'Issued by an operator',
        scopes: scopes && [...new Set(scopes)],
        expires_at: parseExpiry(readTextOption(values, 'expires-at')),
      },
      now,
    );
    commandContext.print(key);
  },
};
