/** A lane of the state is 64 bits; the state is 5 by 5 lanes, lane (x, y) at x + 5y. */
const LANES = 25;
const ROUNDS = 24;
/** Bytes absorbed at a time by the hash of 256 bits. */
const RATE_BYTES = 136;
const DIGEST_BYTES = 32;

const mask = (lane: bigint) => BigInt.asUintN(64, lane);
const rotate = (lane: bigint, by: number) => mask(lane << BigInt(by)) | (lane >> BigInt(64 - by));

/** Constants of the step iota, from the shift register of FIPS 202, 3.2.5. */
function roundConstants(): bigint[] {
  let register = 1;
  return Array.from({ length: ROUNDS }, () => {
    let constant = 0n;
    for (let bit = 0; bit < 7; bit += 1) {
      if ((register & 1) === 1) constant |= 1n << BigInt(2 ** bit - 1);
      register = (register << 1) ^ ((register >> 7) * 0x171);
    }
    return constant;
  });
}

/** The walk of the steps rho and pi: where each lane goes, and by how much it is turned. FIPS 202, 3.2.2 and 3.2.3. */
function walk(): { readonly to: number; readonly by: number }[] {
  let [x, y] = [1, 0];
  return Array.from({ length: LANES - 1 }, (_, t) => {
    [x, y] = [y, (2 * x + 3 * y) % 5];
    return { to: x + 5 * y, by: (((t + 1) * (t + 2)) / 2) % 64 };
  });
}

const CONSTANTS = /* @__PURE__ */ roundConstants();
const WALK = /* @__PURE__ */ walk();

/** Keccak-f[1600] in place. */
function permute(state: BigUint64Array): void {
  const at = (index: number) => state[index] ?? 0n;
  for (const constant of CONSTANTS) {
    const columns = [0, 1, 2, 3, 4].map((x) => at(x) ^ at(x + 5) ^ at(x + 10) ^ at(x + 15) ^ at(x + 20));
    const column = (x: number) => columns[x % 5] ?? 0n;
    for (let i = 0; i < LANES; i += 1) state[i] = at(i) ^ column(i + 4) ^ rotate(column(i + 1), 1);
    let moving = at(1);
    for (const { to, by } of WALK) {
      const next = at(to);
      state[to] = rotate(moving, by);
      moving = next;
    }
    for (let y = 0; y < LANES; y += 5) {
      const row = [0, 1, 2, 3, 4].map((x) => at(y + x));
      const lane = (x: number) => row[x % 5] ?? 0n;
      for (let x = 0; x < 5; x += 1) state[y + x] = lane(x) ^ (mask(~lane(x + 1)) & lane(x + 2));
    }
    state[0] = at(0) ^ constant;
  }
}

/**
 * Keccak-256 as Ethereum uses it: FIPS 202 with the padding from before the standard. In hex without a prefix. For a
 * few short texts at a time, such as addresses.
 */
export function keccak256(bytes: Uint8Array): string {
  const padded = new Uint8Array((Math.floor(bytes.length / RATE_BYTES) + 1) * RATE_BYTES);
  padded.set(bytes);
  padded[bytes.length] = 0x01;
  padded[padded.length - 1] = (padded[padded.length - 1] ?? 0) | 0x80;
  const input = new DataView(padded.buffer);
  const state = new BigUint64Array(LANES);
  for (let start = 0; start < padded.length; start += RATE_BYTES) {
    for (let lane = 0; lane < RATE_BYTES / 8; lane += 1) {
      state[lane] = (state[lane] ?? 0n) ^ input.getBigUint64(start + lane * 8, true);
    }
    permute(state);
  }
  const output = new DataView(new ArrayBuffer(DIGEST_BYTES));
  for (let lane = 0; lane < DIGEST_BYTES / 8; lane += 1)
    output.setBigUint64(lane * 8, state[lane] ?? 0n, true);
  return Buffer.from(output.buffer).toString('hex');
}
