import { COMMANDS } from '../../infra/cli/admin/registry.ts';
import { runAdmin } from '../../infra/cli/admin/run.ts';
import { NOW } from './accounts.ts';
import type { EmbeddedTable } from './engine/embedded-table.ts';

export interface AdminRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly prompts: readonly string[];
}

/** Runs one operator command on a table. `answer` is the operator's answer to a question. */
export async function runAdminCommand(
  { endpoint, name }: EmbeddedTable,
  words: readonly string[],
  answer?: boolean,
  commands = COMMANDS,
): Promise<AdminRun> {
  const prompts: string[] = [];
  const run = { out: '', err: '', prompts };
  const code = await runAdmin(commands, words, {
    environment: { DYNAMODB_ENDPOINT: endpoint, TABLE_NAME: name },
    now: NOW,
    out: (text) => {
      run.out += `${text}\n`;
    },
    err: (text) => {
      run.err += `${text}\n`;
    },
    ask: async (question) => {
      run.prompts.push(question);
      return answer === undefined ? undefined : answer ? 'y' : 'n';
    },
  });
  return { code, ...run };
}
