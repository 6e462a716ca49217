import { getUser, userListName as listName } from '../../../../../shared/accounts/store/users.ts';
import { PLANS } from '../../../../../shared/platform/contract/plans.ts';
import { PAGE_NUMBER_MAX, PER_PAGE_MAX } from '../../../../../shared/platform/contract/query.ts';
import { ROLES } from '../../../../../shared/platform/contract/scopes.ts';
import { readPage } from '../../../../../shared/platform/dynamodb/numbered-list.ts';
import { type Command, parseChoice, parseWholeNumber, readTextOption } from '../../command.ts';
import { formatUser } from '../../users.ts';

const DEFAULT_PER_PAGE = 20;

export const userListCommand: Command = {
  name: 'user list',
  summary: 'List users, newest first',
  positionals: [],
  recorded: 'never',
  options: {
    plan: { type: 'string', value: 'PLAN', summary: `only users with this plan: ${PLANS.join(', ')}` },
    role: { type: 'string', value: 'ROLE', summary: `only users with this role: ${ROLES.join(', ')}` },
    page: { type: 'string', value: 'N', summary: 'page number (default 1)' },
    'per-page': { type: 'string', value: 'N', summary: `users per page (default ${DEFAULT_PER_PAGE})` },
  },
  async run(commandContext) {
    const { values, table } = commandContext;
    const page = parseWholeNumber(values, 'page', { min: 1, max: PAGE_NUMBER_MAX }) ?? 1;
    const per_page = parseWholeNumber(values, 'per-page', { min: 1, max: PER_PAGE_MAX }) ?? DEFAULT_PER_PAGE;
    const plan = parseChoice('--plan', readTextOption(values, 'plan'), PLANS);
    const role = parseChoice('--role', readTextOption(values, 'role'), ROLES);
    const { entries, total } = await readPage(table, [listName({ plan, role })], { page, per_page });
    const users = await Promise.all(entries.map(({ id }) => getUser(table, id)));
    commandContext.print(users.filter((user) => user !== undefined).map(formatUser));
    commandContext.say(`Page ${page} of ${Math.ceil(total / per_page)}, ${total} users.`);
  },
};
