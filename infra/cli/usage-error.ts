/** The command line cannot be understood; the message says what is wrong. */
export class UsageError extends Error {}
