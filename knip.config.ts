import type { KnipConfig } from 'knip';

const isProduction = process.argv.includes('--production');

/**
 * Configuration of knip, which reports unused files, exports and dependencies. `entry` lists the files that need no
 * import, because they are started directly. knip reports any other file that no file imports. An exclamation mark
 * marks production code.
 */
export default {
  // With --production, knip ignores the tests. It must then allow an export that only its own file and a test
  // use.
  ignoreExportsUsedInFile: isProduction,
  workspaces: {
    '.': {
      entry: [
        'functions/**/*.ts!',
        // Without --production, knip finds these files in the scripts of package.json.
        ...(isProduction
          ? ['infra/app.ts!', 'infra/cli/generate/build-sdk.ts!', 'infra/cli/install.mjs!']
          : []),
        'clients/dashboard/src/main.tsx!',
        'infra/cli/{contracts,ingest,invoke,sam,smoke,webhooks-listen}.ts!',
        'infra/cli/{admin,backtest,start,generate,release}/index.ts!',
        'infra/emulator/lambda/worker.ts!',
        // These files replace other sources in the bundles of some stages.
        'infra/bundling/stand-ins/*.ts!',
        'test/bench/**/*.bench.ts',
        'test/**/*-worker.ts',
        'test/prose/draw.ts',
        'test/{aws,deploy}/vitest.config.ts',
        // A benchmark bundles this file to measure the size of a bundle with only the document client.
        'test/bench/support/document-client-only.ts',
        // These files replace modules of the service in tests that build a service with two API versions.
        'test/service/two-versions/*.ts',
        'test/deploy/two-versions/*.ts',
        'clients/examples/*.ts',
        'test/support/e2e/curl.mjs',
      ],
      project: [
        '{shared,functions,infra}/**/*.{ts,mjs}!',
        'clients/dashboard/src/**/*.{ts,tsx}!',
        'clients/examples/*.ts',
        'test/**/*.ts',
        // A test compiles these programs together with the clients that generators create. No file in this
        // repository imports them.
        '!test/clients/generators/programs/**',
      ],
      // Packages that no module imports: Solidity packages that the contracts of the local chains import,
      // packages with compiled contracts that tests deploy, and a program that a release runs.
      ignoreDependencies: [
        '@aave-dao/aave-v3-origin',
        '@account-abstraction/contracts',
        '@changesets/cli',
        '@openzeppelin/contracts',
        '@openzeppelin/contracts-upgradeable',
        '@safe-global/safe-smart-account',
        'sphere-mezo-solidity-files',
      ],
    },
    'clients/sdk': { project: ['src/**/*.ts!'] },
  },
} satisfies KnipConfig;
