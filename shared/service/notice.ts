import { defaultTable } from '../platform/dynamodb/client.ts';
import { readSwitches } from '../platform/dynamodb/switches.ts';
import type { ServiceHealth } from './contract/documentation.ts';

/** Returns the operators' notice for all callers. Returns null if there is none. */
export async function readNotice(): Promise<ServiceHealth['notice']> {
  const { notice } = await readSwitches(defaultTable());
  return notice === undefined ? null : { text: notice.text, since: notice.at };
}
