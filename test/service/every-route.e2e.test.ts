import { afterAll, beforeAll, describe } from 'vitest';
import { DEFAULT_CHAINS } from '../../shared/chain/networks.ts';
import { type E2eStack, startE2e } from '../support/e2e/stack.ts';
import { registerCredentialTests } from './every-route/credentials.ts';
import { registerDeclaredAnswerTests } from './every-route/declared-answers.ts';
import { registerExampleRequestTests } from './every-route/sweep.ts';

/** Chain settings with an unreachable node, so that calls fail at once and no test calls a real chain. */
const UNREACHABLE_CHAINS = Object.fromEntries(
  Object.keys(DEFAULT_CHAINS).map((name) => [name, { rpcUrl: 'http://127.0.0.1:1' }]),
);

// All tests share one service, because starting every function takes most of the time.
let service: E2eStack;
beforeAll(async () => {
  service = await startE2e({
    catalogSize: 60,
    environment: { CHAIN_SETTINGS: JSON.stringify(UNREACHABLE_CHAINS) },
  });
});
afterAll(() => service.stop());

describe('credentials of every route', () => registerCredentialTests(() => service));
describe('requests and responses of every route', () => registerExampleRequestTests(() => service));
describe('declared error codes of every route', () => registerDeclaredAnswerTests(() => service));
