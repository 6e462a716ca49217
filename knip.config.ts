import type { KnipConfig } from 'knip';

const isProduction = process.argv.includes('--production');

/** What runs by itself: everything else has to be imported by something. The exclamation mark means production. */
export default {
  // Where only what is deployed is looked at, an export that its own file uses may be there for its test.
  ignoreExportsUsedInFile: isProduction,
  workspaces: {
    '.': {
      entry: [
        'functions/**/*.ts!',
        // Else the scripts in package.json name them.
        ...(isProduction
          ? ['infra/app.ts!', 'infra/cli/generate/build-sdk.ts!', 'infra/cli/install.mjs!']
          : []),
        'clients/dashboard/src/main.tsx!',
        'infra/cli/{contracts,ingest,invoke,sam,smoke,webhooks-listen}.ts!',
        'infra/cli/{admin,backtest,start,generate,release}/index.ts!',
        'infra/emulator/lambda/worker.ts!',
        // Put in the place of sources in some stages' bundles.
        'infra/bundling/stand-ins/*.ts!',
        'test/bench/**/*.bench.ts',
        'test/**/*-worker.ts',
        'test/prose/draw.ts',
        'test/{aws,deploy}/vitest.config.ts',
        // Built by a benchmark, to tell how large a bundle is that has the document client alone.
        'test/bench/support/document-client-only.ts',
        // Put in the place of the service's own modules where a test builds a service of two versions.
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
        // Compiled among what each generator makes, with its packages, and imported by nothing here.
        '!test/clients/generators/programs/**',
      ],
      // What the contracts of the local chains import, which are no modules, compiled contracts that tests deploy, and a
      // program that a release runs.
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
