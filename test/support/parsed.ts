/**
 * What came as JSON or goes to the database, of whatever shape: tests look into it, and what they expect to find there
 * is what says its shape. The one place where types are left out.
 */
// biome-ignore lint/suspicious/noExplicitAny: a cast at each of some thousand looks would say no more
export type Parsed = any;
