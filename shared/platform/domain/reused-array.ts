/**
 * Returns a function that returns the same number array in all calls, and replaces it only if it is too short.
 * Allocating a large array for each request would cause long garbage collections.
 * The array still has the contents of earlier calls, so a response must not contain it.
 */
export function createReusedArrayGetter<Numbers extends Uint8Array | Uint32Array>(
  allocateArray: (length: number) => Numbers,
): (length: number) => Numbers {
  let buffer = allocateArray(0);
  return (length) => {
    if (buffer.length < length) buffer = allocateArray(length);
    return buffer;
  };
}
