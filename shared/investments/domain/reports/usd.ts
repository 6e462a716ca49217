const CENTS = 100;

/** An amount in USD to the cent. */
export function cents(amount: number): number {
  // No figure is -0.
  return Math.round(amount * CENTS) / CENTS + 0;
}
