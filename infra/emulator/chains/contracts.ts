import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { ARTIFACTS_FILE } from './compile.ts';

const hex = z.templateLiteral(['0x', z.string()]);
const artifact = z.object({ creation: hex, deployed: hex });
const artifacts = z.object({
  TestToken: artifact,
  Multicall: artifact,
  DemoVault: artifact,
  OddVault: artifact,
  ContractWallet: artifact,
  VaultRouter: artifact,
  PermitToken: artifact,
  RebasingToken: artifact,
});

export const CONTRACTS = artifacts.parse(JSON.parse(readFileSync(ARTIFACTS_FILE, 'utf8')));
