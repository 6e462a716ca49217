import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';

const hex = z.templateLiteral(['0x', z.string()]);
const artifact = z.object({ creation: hex, deployed: hex });
const artifacts = z.object({
  TestToken: artifact,
  Multicall: artifact,
  DemoVault: artifact,
  OddVault: artifact,
  ContractWallet: artifact,
  DepositRouter: artifact,
});

/** Where the compiled contracts are kept. They are made by `npm run contracts`, and a test compiles them again. */
export const ARTIFACTS_FILE = join(import.meta.dirname, 'contracts', 'artifacts.json');

/** The contracts of the local chains, compiled. */
export const CONTRACTS = artifacts.parse(JSON.parse(readFileSync(ARTIFACTS_FILE, 'utf8')));
