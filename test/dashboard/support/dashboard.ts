import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import type { Browser } from 'playwright-core';
import { expect } from 'vitest';
import { LOOPBACK_ADDRESS } from '../../../infra/emulator/process/port.ts';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { ITEMS } from '../../../shared/platform/dynamodb/table.ts';
import { strategies } from '../../../shared/strategies/contract/documentation.ts';
import { launchBrowser } from '../../support/browser.ts';
import { type E2eStack, startE2e } from '../../support/e2e/stack.ts';
import { type Visit, visit } from './visit.ts';

export interface Dashboard {
  readonly service: E2eStack;
  readonly browser: Browser;
  /**
   * Opens a page, runs `body` with it, and closes it. Fails if the page has a problem that no pattern in `provoked`
   * matches.
   *
   * @param provoked patterns of problems that `body` causes on purpose
   */
  during(body: (visit: Visit) => Promise<void>, provoked?: readonly RegExp[]): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Fills the token bucket of this machine's IP address. On a fast machine, the visits of all tests would together send
 * more requests without a credential than one address may send.
 */
async function fillAddressBucket({ client, name }: Table): Promise<void> {
  const Key = ITEMS.addressBucket.key({ address: LOOPBACK_ADDRESS });
  await client.send(new DeleteCommand({ TableName: name, Key }));
}

export async function startDashboard(executablePath: string, catalogSize = 300): Promise<Dashboard> {
  const [service, browser] = await Promise.all([
    startE2e({ catalogSize, pages: true }),
    launchBrowser(executablePath),
  ]);
  const origin = `http://localhost:${new URL(service.baseUrl).port}`;
  return {
    service,
    browser,
    during: async (body, provoked = []) => {
      await fillAddressBucket(service.table);
      const visiting = await visit(browser, origin);
      try {
        await body(visiting);
        const problems = visiting.problems.filter((problem) => !provoked.some((each) => each.test(problem)));
        expect(problems).toEqual([]);
      } finally {
        await visiting.context.close();
      }
    },
    stop: async () => {
      await browser.close();
      await service.stop();
    },
  };
}

/**
 * A path that has no page. After a click on a link to it, the dashboard shows "Page not found". The host answers a
 * direct request with 404 in JSON.
 */
export const UNKNOWN_PATH = '/nowhere';

/** Returns the path of every page, with a text that the page shows when it is complete. */
export async function listAllPages({
  service,
}: Dashboard): Promise<readonly (readonly [path: string, text: string])[]> {
  const { data, meta } = await service.call(strategies.list, {
    key: service.keys.pro,
    query: { per_page: '3' },
  });
  const ids = data.map(({ id }) => id);
  return [
    ['/', 'Updated'],
    ['/login', 'Test Wallet'],
    ['/strategies', `of ${meta.pagination.total} strategies`],
    [`/strategies/${ids[0]}`, 'APY over 90 days'],
    [`/compare?ids=${ids}`, 'APY over 90 days'],
    ['/compare', 'Nothing to compare yet'],
    ['/allocation', 'Divide the amount'],
    ['/market', 'Largest TVL falls'],
    // The user who signs in here is not an administrator.
    ['/administration', 'Page not found'],
    ['/positions', 'No positions yet'],
    ['/positions/history', 'No deposits or withdrawals yet'],
    ['/positions/statement', 'No positions on this day'],
    ['/positions/wallets', 'No connected wallets'],
    ['/developer/keys', 'requests left this minute'],
    ['/developer/usage', 'Rejected by the rate limit'],
    ['/developer/alerts', 'No alerts yet'],
    ['/developer/webhooks', 'No endpoints yet'],
    ['/developer/events', 'Signed in'],
    ['/developer/sessions', 'This session'],
    ['/developer/activity', 'Session created'],
    ['/developer/examples', 'Get a recommendation'],
    ['/developer/versions', 'not planned'],
    [UNKNOWN_PATH, 'Page not found'],
  ];
}
