import * as z from 'zod';

const oneOrMoreStringsSchema = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (Array.isArray(value) ? value : [value]));

const policySchema = z.object({
  Statement: z
    .union([z.looseObject({}), z.array(z.looseObject({}))])
    .transform((value) => (Array.isArray(value) ? value : [value]))
    .pipe(
      z.array(
        z.object({
          Effect: z.enum(['Allow', 'Deny']),
          Action: oneOrMoreStringsSchema,
          Resource: oneOrMoreStringsSchema,
        }),
      ),
    ),
});

/** Valid result of a REQUEST authorizer's function. */
export const authorizerOutputSchema = z.object({
  principalId: z.union([z.string(), z.number()]).transform(String),
  policyDocument: policySchema,
  context: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .nullish()
    .transform((context) => context ?? {}),
  usageIdentifierKey: z.string().nullish(),
});

export type AuthorizerOutput = z.output<typeof authorizerOutputSchema>;

type TextMatcher = (text: string) => boolean;

/** Compiles an IAM pattern: `*` matches any text and `?` matches any one character. */
function compileWildcard(pattern: string): TextMatcher {
  const stem = pattern.slice(0, -1);
  if (pattern.endsWith('*') && !/[*?]/.test(stem)) return (text) => text.startsWith(stem);
  const regExpText = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  const wildcardRegExp = new RegExp(`^${regExpText}$`, 's');
  return (text) => wildcardRegExp.test(text);
}

const INVOKE_ACTION = 'execute-api:Invoke';

/**
 * Compiles a policy into a function that returns whether the policy allows the ARN of a method. A Deny
 * statement overrides an Allow statement. An ARN that matches no statement is denied.
 */
export function compilePolicy(policy: AuthorizerOutput['policyDocument']): (methodArn: string) => boolean {
  const allowMatchers: TextMatcher[] = [];
  const denyMatchers: TextMatcher[] = [];
  for (const { Effect, Action, Resource } of policy.Statement) {
    if (!Action.some((action) => compileWildcard(action.toLowerCase())(INVOKE_ACTION.toLowerCase())))
      continue;
    (Effect === 'Allow' ? allowMatchers : denyMatchers).push(...Resource.map(compileWildcard));
  }
  return (methodArn) =>
    allowMatchers.some((matchesArn) => matchesArn(methodArn)) &&
    !denyMatchers.some((matchesArn) => matchesArn(methodArn));
}
