import { defaultTable } from '../platform/dynamodb/client.ts';
import { readSwitches } from '../platform/dynamodb/switches.ts';
import type { Health } from './contract/documentation.ts';

/** What the operators want every caller to know: half a read unit. */
export async function currentNotice(): Promise<Health['notice']> {
  const { notice } = await readSwitches(defaultTable());
  return notice === undefined ? null : { text: notice.text, since: notice.at };
}
