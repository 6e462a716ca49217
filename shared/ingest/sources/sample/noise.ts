/** A well-mixed 32-bit number from two (the finalizer of MurmurHash3 over their combination). */
export function mix(a: number, b: number): number {
  let h = Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(b + 0x7f4a7c15, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** A number from 0 up to but not including 1. */
export function uniform(hash: number): number {
  return hash / 4_294_967_296;
}

/** About standard normal: the sum of the hash's four bytes, scaled. Bounded at 3.5 deviations. */
export function gaussian(hash: number): number {
  const sum = (hash & 255) + ((hash >>> 8) & 255) + ((hash >>> 16) & 255) + (hash >>> 24);
  return (sum - 510) / 147.8;
}

/** A 32-bit number from text (FNV-1a, then mixed). */
export function hashText(text: string): number {
  let h = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) h = Math.imul(h ^ text.charCodeAt(index), 0x01000193);
  return mix(h, text.length);
}

/**
 * Octaves of a noise: the distance in days between its fixed points, and its share. Together they look like a figure
 * that wanders for months, reverts to its mean and trembles from day to day.
 */
const OCTAVES = [
  { days: 160, share: 0.7 },
  { days: 40, share: 0.5 },
  { days: 9, share: 0.3 },
  { days: 1, share: 0.12 },
] as const;

/**
 * Smooth noise of about unit deviation at a time in days. Any time can be asked for directly, and the same stream
 * and time always give the same value.
 */
export function noiseAt(stream: number, day: number): number {
  let value = 0;
  for (const octave of OCTAVES) {
    const at = day / octave.days;
    const index = Math.floor(at);
    const key = mix(stream, octave.days);
    const left = gaussian(mix(key, index));
    value += octave.share * (left + (at - index) * (gaussian(mix(key, index + 1)) - left));
  }
  return value;
}

/**
 * Adds `scale` x noise of the days `firstDay + 0.5`, `firstDay + 1.5`, ... to the values: what `noiseAt` gives, at a
 * tenth of the cost because an octave's fixed points are computed once each.
 */
export function addDailyNoise(values: Float64Array, stream: number, firstDay: number, scale: number): void {
  for (const octave of OCTAVES) {
    const key = mix(stream, octave.days);
    const weight = octave.share * scale;
    let index = Number.NaN;
    let left = 0;
    let slope = 0;
    for (let offset = 0; offset < values.length; offset += 1) {
      const at = (firstDay + offset + 0.5) / octave.days;
      const floor = Math.floor(at);
      if (floor !== index) {
        index = floor;
        left = gaussian(mix(key, index));
        slope = gaussian(mix(key, index + 1)) - left;
      }
      values[offset] = (values[offset] ?? 0) + weight * (left + (at - index) * slope);
    }
  }
}
