import { writeFileSync } from 'node:fs';
import { ARTIFACTS_FILE, compileContracts } from '../emulator/chains/compile.ts';
import { takesNoOptions } from './no-options.ts';

const HELP = `Compiles the contracts of the local chains again, after one of them or the compiler has changed.

Usage: npm run contracts`;

takesNoOptions(HELP);
writeFileSync(ARTIFACTS_FILE, `${JSON.stringify(compileContracts(), null, 2)}\n`);
console.log(`Wrote ${ARTIFACTS_FILE}.`);
