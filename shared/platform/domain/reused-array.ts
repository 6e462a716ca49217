/**
 * Returns a function that returns a number array of at least the given length. All calls return the same array
 * as long as it is long enough, because allocating a large array for each request would cause long garbage
 * collections. The array still has its old contents, so a response must not contain it.
 */
export function createReusedArray<Numbers extends Uint8Array | Uint32Array>(
  allocate: (length: number) => Numbers,
): (length: number) => Numbers {
  let buffer = allocate(0);
  return (length) => {
    if (buffer.length < length) buffer = allocate(length);
    return buffer;
  };
}
