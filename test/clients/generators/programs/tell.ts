export const base = process.env.BASE_URL ?? '';
export const key = process.env.API_KEY ?? '';

/** Prints the outcome of one call as a line of JSON. */
export function printOutcome(call: string, status: number | undefined, value: unknown): void {
  console.log(JSON.stringify([call, status, value]));
}
