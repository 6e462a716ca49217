/** Throttle of a usage plan or method: requests per second and bucket size. */
export interface Throttle {
  ratePerSecond: number;
  burst: number;
}

/** API Gateway's token bucket. It starts full and refills at the steady rate. Each request takes one token. */
export class TokenBucket {
  readonly #throttle: Throttle;
  #tokens: number;
  #updatedMs: number;

  constructor(throttle: Throttle, nowMs: number) {
    this.#throttle = throttle;
    this.#tokens = throttle.burst;
    this.#updatedMs = nowMs;
  }

  /** Takes a token and returns whether one was available. */
  take(nowMs: number): boolean {
    const elapsedSeconds = Math.max(0, nowMs - this.#updatedMs) / 1000;
    this.#tokens = Math.min(
      this.#throttle.burst,
      this.#tokens + elapsedSeconds * this.#throttle.ratePerSecond,
    );
    this.#updatedMs = Math.max(this.#updatedMs, nowMs);
    if (this.#tokens < 1) return false;
    this.#tokens -= 1;
    return true;
  }
}
