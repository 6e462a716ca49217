/** Replaces the code that creates events, in the bundles of stages without notifications. */
export async function deriveEvents(): Promise<void> {}
