import * as fc from 'fast-check';

const FIRST_SURROGATE = 0xd800;
const SURROGATE_COUNT = 0x800;
const CODE_POINT_MAX = 0x10ffff;

/**
 * Generates any Unicode character, as the unit of a string. The unit `binary` of fast-check is not used, because it
 * builds a map of all characters in each worker, which takes seconds.
 */
export const anyCharacter = fc.integer({ min: 0, max: CODE_POINT_MAX - SURROGATE_COUNT }).map(
  (index) => String.fromCodePoint(index < FIRST_SURROGATE ? index : index + SURROGATE_COUNT),
  (text) => {
    const point = typeof text === 'string' ? text.codePointAt(0) : undefined;
    if (point === undefined || text !== String.fromCodePoint(point)) throw new Error('Not one character');
    return point < FIRST_SURROGATE ? point : point - SURROGATE_COUNT;
  },
);
