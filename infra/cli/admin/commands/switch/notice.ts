import { setSwitch } from '../../../../../shared/platform/dynamodb/switches.ts';
import { UsageError } from '../../../usage-error.ts';
import { type Command, readTextOption } from '../../command.ts';

const NOTICE_CHARACTERS_MAX = 500;

export const switchNoticeCommand: Command = {
  name: 'switch notice',
  summary: 'Publish or remove a notice that all callers can read',
  positionals: [],
  recorded: 'by_command',
  options: {
    text: {
      type: 'string',
      value: 'TEXT',
      summary: `text of the notice, at most ${NOTICE_CHARACTERS_MAX} characters`,
    },
    clear: { type: 'boolean', summary: 'remove the notice' },
  },
  async run(commandContext) {
    const notice = readTextOption(commandContext.values, 'text')?.trim();
    const isClearRequested = commandContext.values.clear === true;
    if ((notice === undefined) !== isClearRequested)
      throw new UsageError('Give either --text to publish a notice, or --clear to remove it');
    if (notice !== undefined && (notice === '' || notice.length > NOTICE_CHARACTERS_MAX)) {
      throw new UsageError(`--text must be 1 to ${NOTICE_CHARACTERS_MAX} characters`);
    }
    const at = commandContext.now.toISOString();
    await setSwitch(commandContext.table, 'notice', notice === undefined ? undefined : { at, text: notice });
    commandContext.print({ notice: notice ?? null });
  },
};
