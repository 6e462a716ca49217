import * as fc from 'fast-check';

const SURROGATES_FROM = 0xd800;
const SURROGATES = 0x800;
const CODE_POINT_MAX = 0x10ffff;

/**
 * Generates any Unicode character, as the unit of a string. The unit `binary` of fast-check is not used, because it
 * builds a map of all characters in each worker, which takes seconds.
 */
export const anyCharacter = fc.integer({ min: 0, max: CODE_POINT_MAX - SURROGATES }).map(
  (index) => String.fromCodePoint(index < SURROGATES_FROM ? index : index + SURROGATES),
  (text) => {
    const point = typeof text === 'string' ? text.codePointAt(0) : undefined;
    if (point === undefined || text !== String.fromCodePoint(point)) throw new Error('Not one character');
    return point < SURROGATES_FROM ? point : point - SURROGATES;
  },
);
