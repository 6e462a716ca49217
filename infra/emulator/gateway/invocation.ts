import type { InvocationResult, LocalFunction } from '../lambda/function.ts';
import type { AuthorizerInvocation } from './authorizer.ts';
import { authorizerEvent, type RoutedRequest } from './http/event.ts';

/** API Gateway waits 10 s for an authorizer; here as long as for an endpoint, so that a busy machine is slow alone. */
const AUTHORIZER_TIMEOUT_MS = 29_000;

/**
 * The result of an invocation, or 'late' when it takes longer than the gateway waits. The time that it spends waiting for
 * other invocations does not count: AWS would run it at once.
 */
export function within(
  milliseconds: number,
  invoke: (started: () => void) => Promise<InvocationResult>,
): Promise<InvocationResult | 'late'> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const started = () => {
      timer = setTimeout(resolve, milliseconds, 'late');
    };
    void invoke(started).then((ended) => {
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
  const result = await within(AUTHORIZER_TIMEOUT_MS, (started) => lambda.invoke(event, undefined, started));
  if (result === 'late') return { kind: 'failed', message: 'The authorizer timed out' };
  if (result.kind === 'returned') return { kind: 'returned', value: result.value };
  return { kind: result.kind === 'threw' ? 'threw' : 'failed', message: result.message };
}
