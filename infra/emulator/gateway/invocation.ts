import type { InvocationResult, LocalFunction } from '../lambda/function.ts';
import type { AuthorizerInvocation } from './authorizer.ts';
import { authorizerEvent, type RoutedRequest } from './http/event.ts';

/** API Gateway waits 10 s for an authorizer; here as long as for an endpoint, so that a busy machine is slow alone. */
const AUTHORIZER_TIMEOUT_MS = 29_000;

/** The result of an invocation, or 'late' when it takes longer than the gateway waits. */
export function within(
  milliseconds: number,
  result: Promise<InvocationResult>,
): Promise<InvocationResult | 'late'> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds, 'late');
    void result.then((ended) => {
      clearTimeout(timer);
      resolve(ended);
    });
  });
}

/** Asks the authorizer's Lambda about a request. */
export async function invokeAuthorizer(
  lambda: LocalFunction,
  routed: RoutedRequest,
): Promise<AuthorizerInvocation> {
  const event = JSON.stringify(authorizerEvent(routed));
  const result = await within(AUTHORIZER_TIMEOUT_MS, lambda.invoke(event));
  if (result === 'late') return { kind: 'failed', message: 'The authorizer timed out' };
  if (result.kind === 'returned') return { kind: 'returned', value: result.value };
  return { kind: result.kind === 'threw' ? 'threw' : 'failed', message: result.message };
}
