export { handler as compare } from '../../strategies/compare.ts';
export { handler as get } from '../../strategies/get.ts';
export { handler as list } from '../../strategies/list.ts';
