/** The command line is invalid. The message says what is wrong. */
export class UsageError extends Error {}
