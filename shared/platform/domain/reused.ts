/**
 * A buffer for the numbers that a function works with. It is allocated once, and again only when more room is needed.
 * Allocating tens of thousands of numbers for each question would trigger collections of the whole heap, which take as
 * long as the questions. The buffer keeps its last contents and must not be handed out.
 */
export function reused<Numbers extends Uint8Array | Uint32Array>(
  make: (length: number) => Numbers,
): (length: number) => Numbers {
  let room = make(0);
  return (length) => {
    if (room.length < length) room = make(length);
    return room;
  };
}
