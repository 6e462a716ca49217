import { use } from './use.mjs';

console.log(await use(globalThis.Deno === undefined ? process.argv[2] : globalThis.Deno.args[0]));
