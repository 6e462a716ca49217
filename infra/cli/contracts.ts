import { writeFileSync } from 'node:fs';
import { ARTIFACTS_FILE, compileContracts } from '../emulator/chains/compile.ts';
import { requireNoOptions } from './no-options.ts';

const HELP = `Compiles the smart contracts of the local chains. Run this after a change of a contract or of the compiler.

Usage: npm run contracts`;

requireNoOptions(HELP);
writeFileSync(ARTIFACTS_FILE, `${JSON.stringify(compileContracts(), null, 2)}\n`);
console.log(`Wrote ${ARTIFACTS_FILE}.`);
