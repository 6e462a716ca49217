/** Returns Node's zlib module, loaded at first use, because loading it slows down the start of a function. */
export const zlib = () => process.getBuiltinModule('node:zlib');
