/**
 * Returns Node's zlib module, which is loaded at first use. Most functions never need it, and loading it
 * takes a tenth of a function's start time.
 */
export const zlib = () => process.getBuiltinModule('node:zlib');
