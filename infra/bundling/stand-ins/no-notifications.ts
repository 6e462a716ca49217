/**
 * Replaces the notifications in the bundles of stages without this capability. On these stages, no events and
 * no alerts are created.
 */
export async function deriveEvents(): Promise<void> {}
