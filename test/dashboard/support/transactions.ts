import type { Page } from 'playwright-core';

interface ServedTransaction {
  readonly id: string;
  readonly steps: readonly object[];
  readonly calls: readonly object[];
}

/** Transactions that a test serves in place of the API. */
export interface ServedTransactions {
  /** Adds an open transaction to the served API responses. */
  add(
    transaction: ServedTransaction,
    listed: { readonly strategy_id: string; readonly amount: string },
  ): void;
  confirm(outcome: { readonly transaction_hash: string } & object): void;
}

/**
 * Serves the list of transactions and each transaction in place of the API. A page can then follow a transaction from
 * its request to its confirmation.
 */
export async function serveTransactions(page: Page): Promise<ServedTransactions> {
  const served = new Map<string, Readonly<Record<string, unknown>> & { readonly status: string }>();
  await page.route('**/investments/transactions?*', (route) => {
    const statuses = new URL(route.request().url()).searchParams
      .getAll('status')
      .flatMap((each) => each.split(','));
    const data = [...served.values()].filter(
      ({ status }) => statuses.length === 0 || statuses.includes(status),
    );
    const pagination = {
      current_page: 1,
      per_page: 100,
      total: data.length,
      total_pages: 1,
      count: data.length,
    };
    return route.fulfill({ json: { success: true, data, meta: { pagination } } });
  });
  return {
    add: ({ steps, calls, ...transaction }, listed) => {
      const created_at = new Date().toISOString();
      const { id } = transaction;
      served.set(id, { ...transaction, ...listed, status: 'submitted', created_at });
      void page.route(`**/investments/transactions/${id}`, (route) =>
        route.fulfill({ json: { success: true, data: { ...served.get(id), steps, calls } } }),
      );
    },
    confirm: (outcome) => {
      for (const [id, transaction] of served)
        served.set(id, { ...transaction, ...outcome, status: 'confirmed' });
    },
  };
}
