import type { InvocationResult, LocalFunction } from '../lambda/function.ts';
import type { AuthorizerInvocation } from './authorizer.ts';
import { buildAuthorizerEvent, type RoutedRequest } from './http/event.ts';

/**
 * Time in milliseconds for which the gateway waits for an authorizer. It is longer than API Gateway's 10 seconds, so
 * that a busy machine causes no errors.
 */
const AUTHORIZER_TIMEOUT_MS = 29_000;

/**
 * Resolves to the result of an invocation, or to 'late' after `timeoutMs`. The time starts when `invoke` calls
 * `startTimer`.
 */
export function invokeWithTimeout(
  timeoutMs: number,
  invoke: (startTimer: () => void) => Promise<InvocationResult>,
): Promise<InvocationResult | 'late'> {
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout | undefined;
    const startTimer = () => {
      timer = setTimeout(resolve, timeoutMs, 'late');
    };
    void invoke(startTimer).then((invocationResult) => {
      clearTimeout(timer);
      resolve(invocationResult);
    });
  });
}

export async function invokeAuthorizer(
  lambda: LocalFunction,
  routedRequest: RoutedRequest,
): Promise<AuthorizerInvocation> {
  const event = JSON.stringify(buildAuthorizerEvent(routedRequest));
  const result = await invokeWithTimeout(AUTHORIZER_TIMEOUT_MS, (startTimer) =>
    lambda.invoke(event, undefined, startTimer),
  );
  if (result === 'late') return { kind: 'failed', message: 'The authorizer timed out' };
  if (result.kind === 'returned') return { kind: 'returned', value: result.value };
  return { kind: result.kind === 'threw' ? 'threw' : 'failed', message: result.message };
}
