/**
 * Node's zlib module, loaded at first use. Most functions never need it, and loading takes a tenth of their
 * start time.
 */
export const zlib = () => process.getBuiltinModule('node:zlib');
