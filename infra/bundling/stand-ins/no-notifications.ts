/** Replaces the notifications in the bundles of stages without them: nobody reads events or has alerts. */
export async function deriveEvents(): Promise<void> {}
