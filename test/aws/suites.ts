/** The files of a run, and why each of the others is not among them. */
interface Exclusion {
  readonly reason: string;
  readonly files: readonly string[];
}

export const INCLUDED = ['test/**/*.integration.test.ts', 'test/**/*.e2e.test.ts'] as const;

export const EXCLUDED: readonly Exclusion[] = [
  {
    reason: 'About the embedded engine itself, a server started with it, or the proxy.',
    files: ['test/cli/invoke.e2e.test.ts', 'test/cli/start.e2e.test.ts', 'test/aws/**'],
  },
  {
    reason: 'It synthesizes functions of its own, of which the evaluated template knows nothing.',
    files: ['test/service/versions.e2e.test.ts'],
  },
  {
    reason:
      'Hundreds of runs on tables of their own, cut off or failing at each call in turn: what they ask is what the ' +
      'product does then, not what the engine says, and a call takes ten times as long here.',
    files: [
      'test/access/limiter-faults.integration.test.ts',
      'test/ingest/ingest.integration.test.ts',
      'test/ingest/upgrade.integration.test.ts',
      'test/investments/faults.integration.test.ts',
      'test/investments/model.integration.test.ts',
      'test/investments/pauses.integration.test.ts',
      'test/investments/verify.integration.test.ts',
      'test/investments/watcher.integration.test.ts',
      'test/wallets/faults.integration.test.ts',
    ],
  },
  {
    reason:
      'The gateway, pages, the contract or chains: the table is asked nothing that the other files do not ask.',
    files: [
      'test/cli/demo-credentials.integration.test.ts',
      'test/cli/smoke.e2e.test.ts',
      'test/clients/**',
      'test/http/routes.integration.test.ts',
      'test/ingest/command.integration.test.ts',
      'test/ingest/stores.integration.test.ts',
      'test/investments/onchain.e2e.test.ts',
      'test/investments/pause-commands.integration.test.ts',
      'test/market/market.e2e.test.ts',
      'test/market/market.integration.test.ts',
      'test/service/cors.e2e.test.ts',
      'test/service/declared-answers.e2e.test.ts',
      'test/service/fresh.e2e.test.ts',
      'test/service/gateway.e2e.test.ts',
      'test/service/tour.e2e.test.ts',
      'test/wallets/balances.integration.test.ts',
    ],
  },
];
