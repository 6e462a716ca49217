/** Node's compression, loaded where it is first used: most functions never do, and it is a tenth of their start. */
export const zlib = () => process.getBuiltinModule('node:zlib');
