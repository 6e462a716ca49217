import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as z from 'zod';
import { PROJECT_ROOT } from '../../root.ts';

/** The bytecode of one contract. */
export interface ContractArtifact {
  /** Deployment bytecode, without constructor arguments. */
  readonly creation: `0x${string}`;
  /** Runtime bytecode as stored on the chain, with zeros in place of Solidity's `immutable` values. */
  readonly deployed: `0x${string}`;
}

const CONTRACTS_FOLDER = join(import.meta.dirname, 'contracts');
/** Path of the compiled contracts, which `npm run contracts` writes. */
export const ARTIFACTS_FILE = join(CONTRACTS_FOLDER, 'artifacts.json');
const COMPILER_SETTINGS = {
  optimizer: { enabled: true, runs: 200 },
  evmVersion: 'cancun',
  metadata: { appendCBOR: false, bytecodeHash: 'none' },
  outputSelection: { '*': { '*': ['evm.bytecode.object', 'evm.deployedBytecode.object'] } },
};

/** Cache of the Solidity compiler's outputs, because compiling takes seconds. */
const CACHE_FOLDER = join(PROJECT_ROOT, 'node_modules/.cache/solc');

const bytecodeSchema = z.object({ object: z.string() });
const contractSchema = z.object({
  evm: z.object({ bytecode: bytecodeSchema, deployedBytecode: bytecodeSchema }),
});
const outputSchema = z.object({
  errors: z.optional(z.array(z.object({ severity: z.string(), formattedMessage: z.string() }))),
  // solc may omit `contracts` when it reports errors.
  contracts: z._default(z.record(z.string(), z.record(z.string(), contractSchema)), {}),
});

/**
 * Returns the compiler's JSON output. Reuses the output of an earlier run with the same input and the same
 * package versions.
 */
function compileWithCache(input: string): string {
  const lock = readFileSync(join(PROJECT_ROOT, 'package-lock.json'));
  const key = createHash('sha256').update(lock).update(input).digest('hex');
  const file = join(CACHE_FOLDER, `${key}.json`);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const require = createRequire(import.meta.url);
  const solc: { compile: (input: string, callbacks: object) => string } = require('solc');
  const readImport = (path: string) => ({ contents: readFileSync(require.resolve(path), 'utf8') });
  const compilerOutput = solc.compile(input, { import: readImport });
  mkdirSync(CACHE_FOLDER, { recursive: true });
  const temporaryFile = `${file}.${process.pid}`;
  writeFileSync(temporaryFile, compilerOutput);
  renameSync(temporaryFile, file);
  return compilerOutput;
}

/**
 * Compiles Solidity sources with solc from the development dependencies.
 *
 * @param sources source texts by import name; packages are resolved by their package names
 * @param remappings import path remappings in solc's format
 * @returns artifacts by source name and contract name
 * @throws Error with the compiler's messages
 */
export function compileSolidity(
  sources: Readonly<Record<string, string>>,
  remappings: readonly string[] = [],
): Readonly<Record<string, Readonly<Record<string, ContractArtifact>>>> {
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(Object.entries(sources).map(([name, content]) => [name, { content }])),
    settings: { ...COMPILER_SETTINGS, remappings },
  };
  const compilerOutput = outputSchema.parse(JSON.parse(compileWithCache(JSON.stringify(input))));
  const errors = (compilerOutput.errors ?? []).filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  const toArtifactEntries = (contracts: Record<string, z.infer<typeof contractSchema>>) =>
    Object.entries(contracts).map(([name, { evm }]): [string, ContractArtifact] => [
      name,
      { creation: `0x${evm.bytecode.object}`, deployed: `0x${evm.deployedBytecode.object}` },
    ]);
  return Object.fromEntries(
    Object.entries(compilerOutput.contracts).map(([sourceFile, contracts]) => [
      sourceFile,
      Object.fromEntries(toArtifactEntries(contracts)),
    ]),
  );
}

/** Compiles the contracts of the local chains. Returns the artifacts by contract name. */
export function compileContracts(): Record<string, ContractArtifact> {
  const fileNames = readdirSync(CONTRACTS_FOLDER).filter((file) => file.endsWith('.sol'));
  const artifactsBySource = compileSolidity(
    Object.fromEntries(fileNames.map((file) => [file, readFileSync(join(CONTRACTS_FOLDER, file), 'utf8')])),
  );
  return Object.fromEntries(
    fileNames.map((file) => {
      const name = file.slice(0, -'.sol'.length);
      const artifact = artifactsBySource[file]?.[name];
      if (artifact === undefined) throw new Error(`${file} holds no contract ${name}`);
      return [name, artifact];
    }),
  );
}
