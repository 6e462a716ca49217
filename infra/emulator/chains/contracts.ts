import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { ARTIFACTS_FILE } from './compile.ts';

const hexSchema = z.templateLiteral(['0x', z.string()]);
const artifactSchema = z.object({ creation: hexSchema, deployed: hexSchema });
const artifactsSchema = z.object({
  TestToken: artifactSchema,
  Multicall: artifactSchema,
  DemoVault: artifactSchema,
  OddVault: artifactSchema,
  ContractWallet: artifactSchema,
  VaultRouter: artifactSchema,
  PermitToken: artifactSchema,
  RebasingToken: artifactSchema,
});

export const CONTRACT_ARTIFACTS = artifactsSchema.parse(JSON.parse(readFileSync(ARTIFACTS_FILE, 'utf8')));
