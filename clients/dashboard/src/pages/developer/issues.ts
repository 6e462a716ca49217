import { YieldApiError } from '../../../../sdk/src/index.ts';

/**
 * Returns the API's message about one field of a request body; undefined when the error has no issue for this field.
 */
export function issueText(error: unknown, field: string): string | undefined {
  const issues: unknown = error instanceof YieldApiError ? error.details.issues : undefined;
  const all: readonly unknown[] = Array.isArray(issues) ? issues : [];
  for (const issue of all) {
    if (issue === null || typeof issue !== 'object' || !('path' in issue) || !('message' in issue)) continue;
    if (String(issue.path).startsWith(`body.${field}`)) return String(issue.message);
  }
  return undefined;
}
