import { expect, test } from 'vitest';
import { compileContracts } from '../../infra/emulator/chains/compile.ts';
import { CONTRACT_ARTIFACTS } from '../../infra/emulator/chains/contracts.ts';

test('the compiled contracts of the local chains are up to date with their sources', () => {
  expect(compileContracts()).toEqual(CONTRACT_ARTIFACTS);
}, 120_000);
