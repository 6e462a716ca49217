import { expect, test } from 'vitest';
import { compileContracts } from '../../infra/emulator/chains/compile.ts';
import { CONTRACTS } from '../../infra/emulator/chains/contracts.ts';

test('the compiled contracts of the local chains are up to date with their sources', () => {
  expect(compileContracts()).toEqual(CONTRACTS);
}, 120_000);
