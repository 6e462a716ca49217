/**
 * Room for the numbers that a function works with while it runs, made once and again only where more is asked for. Made
 * anew by each of many questions, tens of thousands of numbers bring on collections of the whole heap, which take as
 * long as the questions. It holds what was written last: nothing of it may be handed out.
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
