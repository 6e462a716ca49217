/** Idempotency key of the curl commands. It is constant, so that a retry sends the same key. */
export const EXAMPLE_IDEMPOTENCY_KEY = '5d0e6a0c-0f61-4a57-9c1e-7b8f3a2d6e90';
