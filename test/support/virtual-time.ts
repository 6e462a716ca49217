/** A callback that is due at a virtual time. */
interface Event {
  readonly atMs: number;
  readonly order: number;
  readonly run: () => void;
}

/**
 * A clock that stands still while code runs, and jumps to the next event when no code runs. Measurements depend only
 * on the algorithm and the assumed latencies, not on the machine.
 */
export class VirtualTime {
  nowMs: number;
  #order = 0;
  #working = 0;
  #elsewhere = 0;
  #changed: (() => void) | undefined;
  #events: Event[] = [];

  constructor(startMs: number) {
    this.nowMs = startMs;
  }

  /** Waits for `ms` milliseconds of virtual time. */
  sleep(ms: number): Promise<void> {
    return new Promise((run) => {
      this.#order += 1;
      this.#events.push({ atMs: this.nowMs + Math.max(0, ms), order: this.#order, run });
      this.#changed?.();
    });
  }

  /** Runs real work, such as a database call. It takes no virtual time. */
  async work<T>(work: () => Promise<T>): Promise<T> {
    this.#working += 1;
    try {
      return await work();
    } finally {
      this.#working -= 1;
      this.#changed?.();
    }
  }

  /** Runs work that also waits for real timers. Virtual time continues meanwhile. */
  async elsewhere<T>(work: () => Promise<T>): Promise<T> {
    this.#elsewhere += 1;
    try {
      return await work();
    } finally {
      this.#elsewhere -= 1;
      this.#changed?.();
    }
  }

  /** Lets time pass until the promise is settled. */
  async run<T>(promise: Promise<T>): Promise<T> {
    let isSettled = false;
    const end = () => {
      isSettled = true;
    };
    promise.then(end, end);
    while (!isSettled) {
      if (this.#working > 0 || (this.#events.length === 0 && this.#elsewhere > 0)) {
        await new Promise<void>((resolve) => {
          this.#changed = resolve;
        });
      }
      await new Promise((resolve) => setImmediate(resolve));
      if (this.#working > 0 || isSettled) continue;
      if (this.#events.length === 0 && this.#elsewhere > 0) continue;
      // The last event started code. Let this code run until it waits again.
      await new Promise((resolve) => setImmediate(resolve));
      if (this.#working === 0 && !isSettled) this.#leap();
    }
    return promise;
  }

  #leap(): void {
    const next = this.#events.reduce<Event | undefined>((first, event) => {
      if (first === undefined || event.atMs < first.atMs) return event;
      return event.atMs === first.atMs && event.order < first.order ? event : first;
    }, undefined);
    if (next === undefined) throw new Error('Nothing will ever happen again');
    this.#events = this.#events.filter((event) => event !== next);
    this.nowMs = next.atMs;
    next.run();
  }
}
