import { createClient, type Limits, YieldApiError } from '../../../sdk/src/index.ts';
import { fetchTrackingServiceState } from './service-state.ts';
import { endSession, SESSION_EXPIRED_TEXT, sessionStore } from './session.ts';
import { createStore } from './store.ts';

declare const API_VERSION: string;

/** Base URL of the API, which is on the same host as the pages. */
export const BASE_URL = `${location.origin}/${API_VERSION}`;

export interface ReceivedRateLimit extends Limits {
  /** The time at which the response with these limits arrived. */
  readonly receivedAt: Date;
}

/** The rate limit that the latest API response reported to the signed-in account. */
export const rateLimitStore = createStore<ReceivedRateLimit | undefined>(undefined);

function storeRateLimit({ headers }: Response): void {
  const readRateLimitHeader = (name: string) => Number(headers.get(`X-RateLimit-${name}`) ?? Number.NaN);
  const [limit, remaining, resetSeconds] = [
    readRateLimitHeader('Limit'),
    readRateLimitHeader('Remaining'),
    readRateLimitHeader('Reset'),
  ];
  if (Number.isNaN(limit + remaining + resetSeconds)) return;
  rateLimitStore.set({ limit, remaining, reset: new Date(resetSeconds * 1_000), receivedAt: new Date() });
}

/**
 * Sends a request. For a signed-in user, stores the rate limit that the response reports. If the API rejects the
 * session token, ends the session in this browser.
 */
const fetchWithSession: typeof fetch = async (input, init) => {
  const token = sessionStore.get()?.token;
  const response = await fetchTrackingServiceState(input, init);
  if (token !== undefined && token === sessionStore.get()?.token) {
    storeRateLimit(response);
    if (response.status === 401) endSession(SESSION_EXPIRED_TEXT);
  }
  return response;
};

export const api = createClient({
  baseUrl: BASE_URL,
  credential: () => sessionStore.get()?.token,
  fetch: fetchWithSession,
  retries: 2,
});

/** API errors with status 5xx or 429 (rate limit) may be temporary. All other API errors are permanent. */
export function isRetryUseful(error: unknown): boolean {
  return !(error instanceof YieldApiError) || error.status >= 500 || error.status === 429;
}
