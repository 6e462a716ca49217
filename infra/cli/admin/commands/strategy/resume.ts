import { resumeStrategy } from '../../../../../shared/investments/pauses.ts';
import { type Command, word } from '../../command.ts';
import { sayWhenShown } from '../../pauses.ts';

export const strategyResume: Command = {
  name: 'strategy resume',
  summary: 'Let deposits into a paused strategy again',
  positionals: ['STRATEGY'],
  recorded: 'by_command',
  options: {},
  notes:
    'A strategy that its source has dropped meanwhile takes deposits once it is listed again. Run it again to finish\n' +
    'what was interrupted.',
  async run(session) {
    const id = word(session, 0);
    await session.confirm(`Accept deposits into ${id} again?`);
    const outcome = await resumeStrategy(session.table, id);
    const { name, status } = outcome.strategy;
    session.print({ id, name, status, was_paused: outcome.pause !== undefined });
    sayWhenShown(outcome, session);
  },
};
