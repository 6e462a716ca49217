import { expect, test } from 'vitest';
import { compileContracts } from '../../infra/emulator/chains/compile.ts';
import { CONTRACTS } from '../../infra/emulator/chains/contracts.ts';

test('the contracts of the local chains are what their sources compile to', () => {
  expect(compileContracts()).toEqual(CONTRACTS);
}, 120_000);
