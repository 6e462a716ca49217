/** A test that a whole run may skip. */
export interface AllowedSkip {
  /** From the root of the project. */
  readonly file: string;
  /** The names of its groups and its own, with spaces between. */
  readonly test: string;
  readonly reason: string;
}

const UNITS =
  'It counts calls or capacity units. The proxy of test:aws adds calls, and its engine counts transactions differently.';

/** Tests that .ci/run may skip. It fails for every other test that is skipped. */
export const ALLOWED_SKIPS: readonly AllowedSkip[] = [
  {
    file: 'test/investments/movements/deposits.integration.test.ts',
    test: 'takes three reads, the operators’ switches with the first, and one write, a small one after another a single read; a withdrawal or a move one of each',
    reason: UNITS,
  },
  {
    file: 'test/investments/movements/deposits.integration.test.ts',
    test: 'a movement costs at most 12 write units with a key, whatever has to be listed',
    reason: UNITS,
  },
  {
    file: 'test/investments/onchain/repeats.integration.test.ts',
    test: 'a key costs a deposit on a chain no call of its own, as one batch reads all that it begins with',
    reason: UNITS,
  },
];
