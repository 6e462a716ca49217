/** Waits a random time below the bound (full jitter), so that calls that met once do not meet again. */
export async function pauseBelow(boundMs: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, Math.random() * boundMs));
}
