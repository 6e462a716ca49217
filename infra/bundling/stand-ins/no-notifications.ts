/** Replaces the notifications in the bundles of stages without them: there are no events and no alerts. */
export async function deriveEvents(): Promise<void> {}
