/** The node's answers contradicted each other. Nothing was recorded; the watcher's next run reads again. */
export class UnsteadyChainError extends Error {
  override readonly name = 'UnsteadyChainError';
}
