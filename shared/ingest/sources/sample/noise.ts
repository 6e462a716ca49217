/** Combines two numbers and returns a well-mixed 32-bit hash (the finalizer of MurmurHash3). */
export function combineHashes(a: number, b: number): number {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** Converts a 32-bit hash to a number from 0 (included) to 1 (excluded). */
export function uniformFromHash(hash: number): number {
  return hash / 4_294_967_296;
}

/**
 * Converts a 32-bit hash to an approximately normally distributed number between -3.5 and 3.5, with a mean of 0 and a
 * deviation of 1.
 */
export function gaussianFromHash(hash: number): number {
  const sum = (hash & 255) + ((hash >>> 8) & 255) + ((hash >>> 16) & 255) + (hash >>> 24);
  return (sum - 510) / 147.8;
}

/** Returns a 32-bit FNV-1a hash of a text, mixed with the length of the text. */
export function hashText(text: string): number {
  let h = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) h = Math.imul(h ^ text.charCodeAt(index), 0x01000193);
  return combineHashes(h, text.length);
}

/**
 * Each octave has a new random value every `days` days, with linear interpolation between the values. The noise is the
 * sum of all octaves, each multiplied by its `share`.
 */
const NOISE_OCTAVES = [
  { days: 160, share: 0.7 },
  { days: 40, share: 0.5 },
  { days: 9, share: 0.3 },
  { days: 1, share: 0.12 },
] as const;

/**
 * Returns the value of smooth noise at the time `day`, in days. The noise has a standard deviation of about 1.
 * `noiseSeed` selects one of many independent noise functions.
 */
export function noiseAt(noiseSeed: number, day: number): number {
  let value = 0;
  for (const octave of NOISE_OCTAVES) {
    const position = day / octave.days;
    const index = Math.floor(position);
    const octaveSeed = combineHashes(noiseSeed, octave.days);
    const latticeValue = gaussianFromHash(combineHashes(octaveSeed, index));
    value +=
      octave.share *
      (latticeValue +
        (position - index) * (gaussianFromHash(combineHashes(octaveSeed, index + 1)) - latticeValue));
  }
  return value;
}

/**
 * Adds `noiseAmplitude` times the noise at noon of each day to `values`. The result is the same as with `noiseAt`, but
 * is computed faster.
 */
export function addDailyNoise(
  values: Float64Array,
  noiseSeed: number,
  firstDay: number,
  noiseAmplitude: number,
): void {
  for (const noiseOctave of NOISE_OCTAVES) {
    const octaveSeed = combineHashes(noiseSeed, noiseOctave.days);
    const weight = noiseOctave.share * noiseAmplitude;
    let index = Number.NaN;
    let latticeValue = 0;
    let slope = 0;
    for (let dayOffset = 0; dayOffset < values.length; dayOffset += 1) {
      const position = (firstDay + dayOffset + 0.5) / noiseOctave.days;
      const wholePosition = Math.floor(position);
      if (wholePosition !== index) {
        index = wholePosition;
        latticeValue = gaussianFromHash(combineHashes(octaveSeed, index));
        slope = gaussianFromHash(combineHashes(octaveSeed, index + 1)) - latticeValue;
      }
      values[dayOffset] = (values[dayOffset] ?? 0) + weight * (latticeValue + (position - index) * slope);
    }
  }
}
