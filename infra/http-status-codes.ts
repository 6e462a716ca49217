/**
 * All that @middy/util takes from `node:http`. An import of that module reads each of its exports, among them getters
 * that load a whole HTTP client, 14 ms of every cold start; the module itself is there already, as `node:https` needs it.
 */
export const { STATUS_CODES } = process.getBuiltinModule('node:http');
