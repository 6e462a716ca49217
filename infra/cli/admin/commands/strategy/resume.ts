import { resumeStrategy } from '../../../../../shared/investments/pauses.ts';
import { type Command, readPositionalArgument } from '../../command.ts';
import { explainCatalogDelay } from '../../pauses.ts';

export const strategyResumeCommand: Command = {
  name: 'strategy resume',
  summary: 'Accept deposits into a paused strategy again',
  positionals: ['STRATEGY'],
  recorded: 'by_command',
  options: {},
  notes: `If the catalog does not list the strategy now, the strategy accepts deposits only after the catalog lists it again. If
\`strategy resume\` was interrupted, run it again.`,
  async run(commandContext) {
    const id = readPositionalArgument(commandContext, 0);
    await commandContext.confirm(`Accept deposits into ${id} again?`);
    const resumeOutcome = await resumeStrategy(commandContext.table, id);
    const { name, status } = resumeOutcome.strategy;
    commandContext.print({ id, name, status, was_paused: resumeOutcome.pause !== undefined });
    explainCatalogDelay(resumeOutcome, commandContext);
  },
};
