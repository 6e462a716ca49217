/**
 * Replaces the notifications in the bundles of stages without this capability. No events and alerts are
 * created.
 */
export async function deriveEvents(): Promise<void> {}
