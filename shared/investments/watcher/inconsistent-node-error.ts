/**
 * The error when a node's answers contradict each other. Nothing was recorded; the watcher's next run reads
 * the chain again.
 */
export class InconsistentNodeError extends Error {
  override readonly name = 'InconsistentNodeError';
}
