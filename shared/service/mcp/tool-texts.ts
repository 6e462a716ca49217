import { CREDENTIAL_HEADER, IDEMPOTENCY_KEY_HEADER } from '../../platform/contract/headers.ts';
import { CALLABLE_TOOLS } from './callable.ts';

/** Name of the tool argument that replaces the idempotency key header. */
export const IDEMPOTENCY_ARGUMENT = 'idempotency_key';
/** Name of the tool argument that requests the whole response. */
export const FULL_RESULT_ARGUMENT = 'full';

const ENDPOINT_PATTERN = /\b(GET|POST|PUT|PATCH|DELETE) (\/[\w/{}-]*)(\?[\w=,&]+)?/g;

/** Returns the tool that calls an endpoint. `path` has no version segment. */
function findToolName(method: string, path: string) {
  const { name } =
    CALLABLE_TOOLS.find(
      ({ route }) => route.method === method && route.path.replace(/^\/v\d+/, '') === path,
    ) ?? {};
  return name;
}

/**
 * Rewrites an API text for a language model. A model can call tools with arguments, but cannot send requests or
 * headers. Names of endpoints without a tool stay unchanged.
 */
export function rewordForTools(text: string): string {
  return text
    .replace(ENDPOINT_PATTERN, (endpointText, method: string, path: string, query?: string) => {
      const tool = findToolName(method, path);
      if (tool === undefined) return endpointText;
      return query === undefined ? tool : `${tool} with ${query.slice(1)}`;
    })
    .replaceAll(IDEMPOTENCY_KEY_HEADER, IDEMPOTENCY_ARGUMENT)
    .replaceAll(` in ${CREDENTIAL_HEADER}`, '');
}

/**
 * Phrases that are removed from argument descriptions. The whole tool list becomes part of every chat, so each
 * phrase would cost tokens there.
 */
const OMITTED_PHRASES_PATTERN =
  /, in any letter case| Order, letter case and accents do not matter\.|; the EIP-55 checksum is checked when the case is mixed| A JSON number with at most 15 significant digits is accepted too\.|, from the answer that created it or from a list/g;

const rewordArgumentDescription = (text: string) =>
  rewordForTools(text)
    .replace(OMITTED_PHRASES_PATTERN, '')
    .replace(/^Keep only /, 'Only ');

export const TOOL_TEXTS = {
  idempotencyArgument: IDEMPOTENCY_ARGUMENT,
  fullArgument: FULL_RESULT_ARGUMENT,
  reword: rewordArgumentDescription,
} as const;
