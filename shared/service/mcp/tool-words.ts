import { CREDENTIAL_HEADER, IDEMPOTENCY_KEY_HEADER } from '../../platform/contract/headers.ts';
import { CALLABLE } from './callable.ts';

/** The argument that an endpoint takes as a header. */
export const IDEMPOTENCY_ARGUMENT = 'idempotency_key';
/** The argument that asks for an answer that is not shortened. */
export const WHOLE_ARGUMENT = 'full';

const ENDPOINT = /\b(GET|POST|PUT|PATCH|DELETE) (\/[\w/{}-]*)(\?[\w=,&]+)?/g;

/** The tool of an endpoint, which texts name without its version. */
function toolAt(method: string, path: string) {
  const { name } =
    CALLABLE.find(({ route }) => route.method === method && route.path.replace(/^\/v\d+/, '') === path) ?? {};
  return name;
}

/**
 * A text of the API in the words of a model, which can call tools and give arguments, but cannot send requests or
 * headers. An endpoint without a tool keeps its name.
 */
export function reword(text: string): string {
  return text
    .replace(ENDPOINT, (whole, method: string, path: string, query?: string) => {
      const tool = toolAt(method, path);
      if (tool === undefined) return whole;
      return query === undefined ? tool : `${tool} with ${query.slice(1)}`;
    })
    .replaceAll(IDEMPOTENCY_KEY_HEADER, IDEMPOTENCY_ARGUMENT)
    .replaceAll(` in ${CREDENTIAL_HEADER}`, '');
}

export const TOOL_WORDS = {
  idempotencyArgument: IDEMPOTENCY_ARGUMENT,
  wholeArgument: WHOLE_ARGUMENT,
  reword,
} as const;
