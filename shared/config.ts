import * as z from 'zod';

/** Every environment variable that the code reads, with its default. Documented in the README's table. */
const environment = z.object({
  TABLE_NAME: z.string().min(1).default('yield-api'),
  /** Points the code at an embedded or local DynamoDB instead of AWS. */
  DYNAMODB_ENDPOINT: z.url().optional(),
  AWS_REGION: z.string().min(1).default('us-east-1'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** 'local' only where demo credentials may exist. */
  DEPLOYMENT: z.enum(['local', 'aws']).default('aws'),
});

export type Config = z.infer<typeof environment>;

/**
 * The settings as a validated model.
 *
 * @throws Error naming every variable that breaks its rule, never its value.
 */
export function readConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  const parsed = environment.safeParse(variables);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`Invalid environment: ${problems.join('; ')}`);
}

/** Read once, when the function starts. */
export const config: Config = readConfig(process.env);
