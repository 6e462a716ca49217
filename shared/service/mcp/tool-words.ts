import { CREDENTIAL_HEADER, IDEMPOTENCY_KEY_HEADER } from '../../platform/contract/headers.ts';
import { CALLABLE } from './callable.ts';

/** Tool argument that replaces the idempotency key header. */
export const IDEMPOTENCY_ARGUMENT = 'idempotency_key';
/** Tool argument that requests the whole response without shortening. */
export const FULL_ARGUMENT = 'full';

const ENDPOINT = /\b(GET|POST|PUT|PATCH|DELETE) (\/[\w/{}-]*)(\?[\w=,&]+)?/g;

/** Returns the tool of an endpoint. Texts name endpoints without their version. */
function findTool(method: string, path: string) {
  const { name } =
    CALLABLE.find(({ route }) => route.method === method && route.path.replace(/^\/v\d+/, '') === path) ?? {};
  return name;
}

/**
 * Rewrites an API text for a model, which can call tools with arguments but cannot send requests or headers.
 * Endpoints without a tool keep their name.
 */
export function rewordForTools(text: string): string {
  return text
    .replace(ENDPOINT, (endpointText, method: string, path: string, query?: string) => {
      const tool = findTool(method, path);
      if (tool === undefined) return endpointText;
      return query === undefined ? tool : `${tool} with ${query.slice(1)}`;
    })
    .replaceAll(IDEMPOTENCY_KEY_HEADER, IDEMPOTENCY_ARGUMENT)
    .replaceAll(` in ${CREDENTIAL_HEADER}`, '');
}

/**
 * Parts of API texts that the list of tools leaves out, because every chat pays for its length. If a model breaks such a
 * rule, the error names it.
 */
const OMITTED_PHRASES =
  /, in any (order, )?letter case( and with or without accents)?|; the EIP-55 checksum is checked when the case is mixed| A JSON number with at most 15 significant digits is accepted too\.|, from the answer to the deposit or withdrawal/g;

/** Rewrites the description of an argument for the list of tools. */
const rewordArgument = (text: string) =>
  rewordForTools(text)
    .replace(OMITTED_PHRASES, '')
    .replace(/^Keep only /, 'Only ');

export const TOOL_WORDS = {
  idempotencyArgument: IDEMPOTENCY_ARGUMENT,
  wholeArgument: FULL_ARGUMENT,
  reword: rewordArgument,
} as const;
