import { createStore } from './store.ts';

export interface ServiceState {
  /**
   * The time in epoch milliseconds until which the service rejects requests (429); 0 if it does not reject requests.
   */
  readonly pausedUntil: number;
  /** Whether the service did not respond to the latest request. */
  readonly isUnavailable: boolean;
  /** Number of open requests that take longer than usual. */
  readonly slowRequests: number;
}

const SLOW_REQUEST_MS = 5_000;
/** Pause in seconds after a 429 response without a valid `Retry-After` header. */
const DEFAULT_PAUSE_SECONDS = 10;
const UNAVAILABLE_STATUSES: readonly number[] = [502, 503, 504];

export const serviceState = createStore<ServiceState>({
  pausedUntil: 0,
  isUnavailable: false,
  slowRequests: 0,
});

const updateServiceState = (changes: Partial<ServiceState>) =>
  serviceState.set({ ...serviceState.get(), ...changes });

function note(response: Response): void {
  const isServiceUnavailable = UNAVAILABLE_STATUSES.includes(response.status);
  if (serviceState.get().isUnavailable !== isServiceUnavailable)
    updateServiceState({ isUnavailable: isServiceUnavailable });
  if (response.status !== 429) return;
  const retryAfterSeconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  updateServiceState({
    pausedUntil: Date.now() + (retryAfterSeconds > 0 ? retryAfterSeconds : DEFAULT_PAUSE_SECONDS) * 1_000,
  });
}

export const fetchTrackingServiceState: typeof fetch = async (input, init) => {
  let isSlowRequest = false;
  const timer = setTimeout(() => {
    isSlowRequest = true;
    updateServiceState({ slowRequests: serviceState.get().slowRequests + 1 });
  }, SLOW_REQUEST_MS);
  try {
    const response = await fetch(input, init);
    note(response);
    return response;
  } catch (error) {
    const isAbortError = error instanceof DOMException && error.name === 'AbortError';
    if (!isAbortError && navigator.onLine) updateServiceState({ isUnavailable: true });
    throw error;
  } finally {
    clearTimeout(timer);
    if (isSlowRequest) updateServiceState({ slowRequests: serviceState.get().slowRequests - 1 });
  }
};
