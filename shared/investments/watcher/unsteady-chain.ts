/** The node contradicted itself while it was read. Nothing was booked, and the next run reads again. */
export class UnsteadyChainError extends Error {
  override readonly name = 'UnsteadyChainError';
}
