/**
 * Returns a function that provides a number array of at least the given length, reused between calls.
 * Allocating tens of thousands of numbers for each request would trigger long garbage collections. The array
 * keeps its old contents and must not be returned to callers.
 */
export function createReusedArray<Numbers extends Uint8Array | Uint32Array>(
  make: (length: number) => Numbers,
): (length: number) => Numbers {
  let room = make(0);
  return (length) => {
    if (room.length < length) room = make(length);
    return room;
  };
}
