import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as z from 'zod';

/** What is kept of a compiled contract. */
export interface Artifact {
  /** Code that a deployment runs, before the constructor's arguments. */
  readonly creation: `0x${string}`;
  /** Code as it stands on the chain, without immutable values. */
  readonly deployed: `0x${string}`;
}

const FOLDER = join(import.meta.dirname, 'contracts');
/** Where the compiled contracts are kept. They are made by `npm run contracts`, and a test compiles them again. */
export const ARTIFACTS_FILE = join(FOLDER, 'artifacts.json');
const SETTINGS = {
  optimizer: { enabled: true, runs: 200 },
  evmVersion: 'cancun',
  metadata: { appendCBOR: false, bytecodeHash: 'none' },
  outputSelection: { '*': { '*': ['evm.bytecode.object', 'evm.deployedBytecode.object'] } },
};

const code = z.object({ object: z.string() });
const contract = z.object({ evm: z.object({ bytecode: code, deployedBytecode: code }) });
const output = z.object({
  errors: z.optional(z.array(z.object({ severity: z.string(), formattedMessage: z.string() }))),
  // Where there are errors, there may be no contracts.
  contracts: z._default(z.record(z.string(), z.record(z.string(), contract)), {}),
});

/**
 * Compiles the contracts of the local chains, each by the name of its file, with solc from the development
 * dependencies.
 *
 * @throws Error with the compiler's own words
 */
export function compileContracts(): Record<string, Artifact> {
  const require = createRequire(import.meta.url);
  const solc: { compile: (input: string, callbacks: object) => string } = require('solc');
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.sol'));
  const sources = Object.fromEntries(
    files.map((file) => [file, { content: readFileSync(join(FOLDER, file), 'utf8') }]),
  );
  const find = (path: string) => ({ contents: readFileSync(require.resolve(path), 'utf8') });
  const input = JSON.stringify({ language: 'Solidity', sources, settings: SETTINGS });
  const made = output.parse(JSON.parse(solc.compile(input, { import: find })));
  const errors = (made.errors ?? []).filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  return Object.fromEntries(
    files.map((file) => {
      const name = file.slice(0, -'.sol'.length);
      const compiled = made.contracts[file]?.[name];
      if (compiled === undefined) throw new Error(`${file} holds no contract ${name}`);
      const { bytecode, deployedBytecode } = compiled.evm;
      return [name, { creation: `0x${bytecode.object}`, deployed: `0x${deployedBytecode.object}` }];
    }),
  );
}
