import { writeFileSync } from 'node:fs';
import { ARTIFACTS_FILE, compileContracts } from '../emulator/chains/compile.ts';
import { requireNoOptions } from './no-options.ts';

const HELP = `Compiles the smart contracts of the local chains. Run this command after you change a contract or the compiler.

Usage: npm run contracts`;

requireNoOptions(HELP);
writeFileSync(ARTIFACTS_FILE, `${JSON.stringify(compileContracts(), null, 2)}\n`);
console.log(`Wrote ${ARTIFACTS_FILE}.`);
